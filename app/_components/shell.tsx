import type { ReactNode } from 'react'
import { currentIdentity } from '@/app/_server/identity'
import type { ChangedRevision } from './change-form'
import { IndexLine } from './index-line'
import { QueryBox } from './query-box'

interface ShellProps {
  /** What the box in the header holds; null leaves the box to the page. */
  readonly query?: string | null
  /** The evidence set that a search from here may add to. */
  readonly adding?: ChangedRevision | null
  readonly children: ReactNode
}

/** What stands around every page: the box, the ways to go, and which index the page speaks from. */
export async function Shell({ query = '', adding = null, children }: ShellProps) {
  const { scopes } = await currentIdentity()
  return (
    <>
      <a className="skip" href="#main">Skip to the page’s content</a>
      <header className="bar">
        <a className="brand" href="/">K81R</a>
        {query !== null && <QueryBox query={query} adding={adding} />}
        <nav aria-label="Pages">
          <a href="/answers">Answers</a>
          <a href="/status">Status</a>
          <a href="/sign-in">{scopes === 'all' ? 'Signed in' : 'Sign in'}</a>
        </nav>
      </header>
      <main id="main" tabIndex={-1}>{children}</main>
      <footer className="foot">
        <IndexLine />
        <details>
          <summary>Keys</summary>
          <dl className="keys">
            <div><dt><kbd>/</kbd></dt><dd>write in the box</dd></div>
            <div><dt><kbd>j</kbd> <kbd>k</kbd></dt><dd>walk down and up</dd></div>
            <div><dt><kbd>Enter</kbd></dt><dd>open</dd></div>
            <div><dt><kbd>e</kbd></dt><dd>assemble or open the evidence</dd></div>
            <div><dt><kbd>a</kbd></dt><dd>answer</dd></div>
            <div><dt><kbd>h</kbd></dt><dd>search history too, or no longer</dd></div>
            <div><dt><kbd>Esc</kbd></dt><dd>leave the box, or go back</dd></div>
          </dl>
        </details>
      </footer>
    </>
  )
}
