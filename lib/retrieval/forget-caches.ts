import type { Database } from '@/lib/database'
import { forgetPostings } from './search-lexical'
import { forgetNames } from './search-left-out'
import { forgetVisible } from './search-visible'

/** Drops what searches remember of this database: needed after a purge or a repair, which change generations in place. */
export function forgetCaches(database: Database): void {
  forgetPostings(database)
  forgetVisible(database)
  forgetNames(database)
}
