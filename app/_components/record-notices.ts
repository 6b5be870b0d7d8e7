/** What a form about an answer did, or why it did nothing, as the next page says it. */
export const noticeWords = {
  'feedback-given': 'Your feedback on this revision is noted.',
  'feedback-category': 'Nothing was noted: choose what is wrong first.',
  'words-long': 'Nothing was kept: at most 4,000 characters can be.',
  bookmarked: 'This answer is bookmarked.',
  'bookmark-removed': 'This answer is no longer bookmarked.',
  saved: 'This question is saved with its note.',
  'saved-removed': 'The question is no longer saved; its answer is still in the history.',
  'not-a-gap': 'Nothing was saved: this question was answered whole, so there is no gap to save it for. Bookmark it instead.',
  'share-days': 'No link was made: choose for how long it shall work first.',
  'share-nothing': 'No link was made: this revision shows no sentence that could be shared.',
  'share-revoked': 'The link is revoked: whoever opens it finds nothing.',
  'feedback-removed': 'The feedback is removed.',
} as const
export type Notice = keyof typeof noticeWords

/** The sentence that an address asks for; null where it asks for none that there is. */
export function noticeOf(value: string | readonly string[] | undefined): string | null {
  return typeof value === 'string' && Object.hasOwn(noticeWords, value) ? noticeWords[value as Notice] : null // checked by hasOwn
}

/** Those that say that something was not done. */
const failures: ReadonlySet<Notice> = new Set(['feedback-category', 'words-long', 'not-a-gap', 'share-days', 'share-nothing'])

export function isFailure(value: string | readonly string[] | undefined): boolean {
  return typeof value === 'string' && failures.has(value as Notice) // a set of names says no to any other
}
