'use client'

interface ErrorPageProps {
  readonly error: unknown
  readonly retry: () => void
}

/** A fault nobody expected; the server's log names it by the digest shown here. */
export default function ErrorPage({ error, retry }: ErrorPageProps) {
  const digest = error instanceof Error && 'digest' in error && typeof error.digest === 'string' ? error.digest : null
  return (
    <main id="main">
      <h1>This page could not be made</h1>
      <p className="measure">The server met a fault it did not expect. Your notes and answers are as they were.</p>
      {digest !== null && <p className="quiet">The server’s log names it <code>{digest}</code>.</p>}
      <div className="actions">
        <button className="button main" type="button" onClick={retry}>Try again</button>
        {/* A full load, because the page's own state is what failed. */}
        <a className="button" href="/status">See the status</a>
      </div>
    </main>
  )
}
