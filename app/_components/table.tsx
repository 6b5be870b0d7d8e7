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

/** A table under its heading; a wide one scrolls in a box of its own, which the keyboard reaches. What it is about wraps with the page. */
export function Table({ title, head, caption, fits, children }: TableProps) {
  const label = title === '' ? 'Configuration' : title
  const captionId = `about-${label.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`
  return (
    <section>
      {title !== '' && <h2>{title}</h2>}
      {caption !== undefined && <p className="quiet" id={captionId}>{caption}</p>}
      <div className={fits === true ? 'wide fits' : 'wide'} tabIndex={0} role="region" aria-label={label}>
        <table aria-label={label} aria-describedby={caption === undefined ? undefined : captionId}>
          <thead><tr>{head.map((name) => <th key={name} scope="col">{name}</th>)}</tr></thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </section>
  )
}
