import pg from 'pg'

/** Works with an empty database of its own on a PostgreSQL server and drops it, however the work ends. */
export async function withScratchDatabase<T>(server: string, name: string, work: (url: string) => Promise<T>): Promise<T> {
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  const quoted = pg.escapeIdentifier(name)
  await run(`drop database if exists ${quoted} with (force)`)
  await run(`create database ${quoted}`)
  try {
    const url = new URL(server)
    url.pathname = `/${name}`
    return await work(url.toString())
  } finally {
    await run(`drop database if exists ${quoted} with (force)`)
  }
}
