import type { Database } from '@/lib/database'
import { forgetCalibrations } from './calibrate-weak'
import { forgetFacets } from './search-facets'
import { forgetPostings } from './search-lexical'
import { forgetNames } from './search-names'
import { forgetVectors } from './search-vector'
import { forgetVisible } from './search-visible'
import { forgetVocabulary } from './search-vocabulary'
import { forgetStored } from './store-passages'
import { forgetSuggestions } from './suggest-queries'

/** Drops what searches remember of this database: needed after a purge or a repair, which change generations in place. */
export function forgetCaches(database: Database): void {
  forgetCalibrations(database)
  forgetPostings(database)
  forgetStored(database)
  forgetVectors(database)
  forgetVisible(database)
  forgetNames(database)
  forgetFacets(database)
  forgetVocabulary(database)
  forgetSuggestions(database)
}
