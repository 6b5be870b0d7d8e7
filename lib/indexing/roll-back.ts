import { sql } from 'drizzle-orm'
import { Fault } from '@/lib/foundation'
import { rows, type Database } from '@/lib/database'

export interface RollBackReport {
  /** The generation that was active. */
  readonly from: number
  /** The one that is active now. */
  readonly to: number
}

/**
 * Makes the kept generation, the one that was active before, active again in one transaction. What was read since stays
 * stored and the next build that is asked for starts from it, under a new number; builds that start by themselves wait
 * until then, since they would undo this. Throws Fault `bad-input` when there is no generation to go back to.
 */
export async function rollBack(database: Database): Promise<RollBackReport> {
  return database.transaction(async (tx) => {
    const [place] = await rows<{ active: number; kept: number | null }>(tx, sql`
      select a.number as active, (select max(k.number) from generation k where k.state = 'kept' and k.number < a.number) as kept
      from generation a where a.state = 'active' for update of a`)
    if (place === undefined) throw new Fault('bad-input', 'There is no index yet, so there is nothing to go back to. Build one with: k81r index')
    if (place.kept === null) throw new Fault('bad-input', `Index ${place.active} has no kept index before it, so it stays in use. Only the one before the last build is kept.`)
    await tx.execute(sql`update generation set state = 'rolled-back' where number = ${place.active}`)
    await tx.execute(sql`update generation set state = 'active' where number = ${place.kept}`)
    return { from: place.active, to: place.kept }
  })
}

/** The generation that was rolled back and has no successor yet: builds that start by themselves wait. Null otherwise. */
export async function rolledBackFrom(database: Database): Promise<number | null> {
  const [row] = await rows<{ number: number }>(database, sql`select max(number) as number from generation where state = 'rolled-back' having count(*) > 0`)
  return row?.number ?? null
}
