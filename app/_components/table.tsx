import type { ReactNode } from 'react'

interface TableProps {
  readonly title: string
  readonly head: readonly string[]
  readonly children: ReactNode
}

/** A table of the status page under its heading; wide ones scroll by themselves. */
export function Table({ title, head, children }: TableProps) {
  return (
    <section>
      {title !== '' && <h2>{title}</h2>}
      <div className="wide" tabIndex={0} role="group" aria-label={title === '' ? 'Configuration' : title}>
        <table>
          <thead><tr>{head.map((name) => <th key={name} scope="col">{name}</th>)}</tr></thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </section>
  )
}
