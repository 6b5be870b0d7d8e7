import pg from 'pg'
import { Fault } from '@/lib/foundation'

export interface ServerHold {
  release(): Promise<void>
}

/** By which the connections of any K81R but the holding one are known to the server. */
export const connectionName = 'K81R'
/** "K81R" in ASCII. Advisory locks are counted per database, so one number does. */
const lockKey = 0x4b_38_31_52
/** A process that was just killed holds its lock until the server notices. */
const patienceMs = 2_000
const againMs = 100
/** After a broken connection, as when the server was started again. */
const reconnectMs = 1_000

/**
 * Takes a server's database for this data folder alone, as long as this process and its connection live: two folders
 * would each build and prune the other's index. What a holder that died has left running is ended. Rejects with Fault `data-folder-busy` naming the holder's folder, or
 * with the driver's error where the server cannot be reached.
 */
export async function holdServer(url: string, dataDir: string): Promise<ServerHold> {
  let held = await acquire(url, dataDir)
  await endOrphans(held).catch(async (error: unknown) => {
    await held.end()
    throw error
  })
  let released = false
  const guard = (client: pg.Client) => {
    keepsProcess(client, false)
    client.on('error', () => undefined) // its end follows
    client.once('end', () => { if (!released) reacquire() })
  }
  const reacquire = () => {
    setTimeout(() => {
      if (released) return
      acquire(url, dataDir).then((client) => {
        held = client
        if (released) void client.end()
        else guard(client)
      }, (error: unknown) => {
        // Somebody else was faster: like a lost lock on the folder, this ends the process.
        if (error instanceof Fault) throw error
        reacquire()
      })
    }, reconnectMs).unref()
  }
  guard(held)
  return {
    release: async () => {
      released = true
      keepsProcess(held, true)
      await held.end().catch(() => undefined)
    },
  }
}

async function acquire(url: string, dataDir: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000, keepAlive: true, application_name: `K81R ${dataDir}` })
  client.on('error', () => undefined)
  try {
    await client.connect()
    // A holder whose machine has vanished is noticed within a minute.
    await client.query('set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3')
    await client.query('set idle_session_timeout = 0').catch(() => undefined) // older servers have no such timeout
    for (const giveUpAt = Date.now() + patienceMs; ;) {
      if ((await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1::bigint) as locked', [lockKey])).rows[0]?.locked === true) {
        return client
      }
      if (Date.now() >= giveUpAt) throw new Fault('data-folder-busy', `The database named by DATABASE_URL is in use by ${await nameHolder(client)}. Stop that one, use its data folder, or name another database.`)
      await new Promise((wake) => setTimeout(wake, againMs))
    }
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/** What a killed process had asked for last, the server still carries out: that must be over before anything is read. */
async function endOrphans(client: pg.Client): Promise<void> {
  const others = `from pg_stat_activity where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()`
  await client.query(`select pg_terminate_backend(pid) ${others}`, [connectionName])
  for (const giveUpAt = Date.now() + patienceMs; Date.now() < giveUpAt; await new Promise((wake) => setTimeout(wake, againMs / 4))) {
    if ((await client.query(`select 1 ${others}`, [connectionName])).rowCount === 0) return
  }
}

/** While it is idle, the connection alone does not keep the process from ending. */
function keepsProcess(client: pg.Client, keeps: boolean): void {
  const connection = client as pg.Client & Record<'ref' | 'unref', () => void> // the driver's types leave them out
  if (keeps) connection.ref()
  else connection.unref()
}

async function nameHolder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(`
    select a.application_name as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1::bigint::oid and l.objsubid = 1 and l.database = (select oid from pg_database where datname = current_database())`, [lockKey])
  const folder = rows[0]?.name.replace(/^K81R /, '') ?? ''
  return folder === '' ? 'another K81R' : `K81R with the data folder ${folder}`
}
