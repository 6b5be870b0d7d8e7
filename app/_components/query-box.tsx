import type { ChangedRevision } from './change-form'
import { addingFields } from './search-address'

interface QueryBoxProps {
  readonly query?: string
  readonly large?: boolean
  /** The evidence set that found passages may be added to: another search keeps it. */
  readonly adding?: ChangedRevision | null
}

/** One box for searching and asking: Enter searches, the second button asks. */
export function QueryBox({ query = '', large = false, adding = null }: QueryBoxProps) {
  return (
    <form className={large ? 'ask large' : 'ask'} role="search" action="/search" method="get">
      <input
        type="search"
        name="q"
        defaultValue={query}
        aria-label="Search or ask"
        placeholder="Words to find, or a question"
        autoComplete="off"
        enterKeyHint="search"
      />
      {addingFields(adding).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      <kbd aria-hidden="true">/</kbd>
      <button type="submit">Search</button>
      <button type="submit" formAction="/answers/ask" formMethod="post">Ask</button>
    </form>
  )
}
