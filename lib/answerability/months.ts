/** The months by name, in their order. */
export const months: readonly string[] = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december']

/** Any of them, as a pattern. */
export const anyMonth = months.join('|')
