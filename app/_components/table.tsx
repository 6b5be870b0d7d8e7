import type { ReactNode } from 'react'

interface TableProps {
  readonly title: string
  readonly head: readonly string[]
  /** What the figures are, in a sentence above them. */
  readonly caption?: string
  /** Columns of one width that fit the page, for texts that are read beside each other. */
  readonly fits?: true
  readonly children: ReactNode
}

/** A table under its heading; wide ones scroll by themselves. */
export function Table({ title, head, caption, fits, children }: TableProps) {
  return (
    <section>
      {title !== '' && <h2>{title}</h2>}
      <div className={fits === true ? 'wide fits' : 'wide'} tabIndex={0} role="group" aria-label={title === '' ? 'Configuration' : title}>
        <table>
          {caption !== undefined && <caption>{caption}</caption>}
          <thead><tr>{head.map((name) => <th key={name} scope="col">{name}</th>)}</tr></thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </section>
  )
}
