import type { Measure } from './measure'

/** Each measure as a column's name. */
export const measureWords: Readonly<Record<Measure, string>> = {
  retrieval: 'recall@5', selection: 'in evidence', outcome: 'outcome', required: 'required', forbidden: 'kept out',
  support: 'on labels', refusal: 'refusal', containment: 'contained', access: 'in scope',
  'nDCG@10': 'nDCG@10', MRR: 'MRR', 'abstention-precision': 'refusals right', 'abstention-recall': 'refused',
}

/** What each measure counts. */
export const measureMeanings: Readonly<Record<Measure, string>> = {
  retrieval: 'labelled passages among the first five search results',
  selection: 'labelled passages in the evidence set',
  outcome: 'cases that ended as they should: answered, partial or refused',
  required: 'required claims that are shown',
  forbidden: 'forbidden claims that are not shown',
  support: 'shown claims whose quotes all lie in labelled passages',
  refusal: 'right refusals and partial answers that are useful',
  containment: 'answers with known citations, exact quotes and verified claims only',
  access: 'answers for a reader or the public in which nothing hidden appears',
  'nDCG@10': 'how high the first ten search results hold the labelled passages, a mean over cases',
  MRR: 'one over the place of the first labelled passage, a mean over cases',
  'abstention-precision': 'refusals that were right',
  'abstention-recall': 'cases to be refused that were',
}
