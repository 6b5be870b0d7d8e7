export interface Bar {
  readonly label: string
  /** Length in 0..1; null draws nothing. */
  readonly share: number | null
  /** A place on the bar's scale that is marked, 0..1. */
  readonly tick?: number
  /** The figure in words, which stands beside the bar. */
  readonly text: string
  /** The same of the run it is compared with; null where that measured nothing of it. */
  readonly before?: { readonly share: number | null; readonly text: string } | null
}

interface BarPlotProps {
  readonly title: string
  readonly caption: string
  /** Names of the columns: what a bar is of, and its figure. */
  readonly head: readonly [label: string, figure: string]
  readonly bars: readonly Bar[]
}

/** Bars beside their figures in one table: the figures say everything the drawing does, so that is left to the eye alone. */
export function BarPlot({ title, caption, head, bars }: BarPlotProps) {
  return (
    <section>
      <h2>{title}</h2>
      <table className="bars">
        <caption>{caption}</caption>
        <thead><tr><th scope="col">{head[0]}</th><td aria-hidden="true" /><th scope="col">{head[1]}</th></tr></thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.label}>
              <th scope="row">{bar.label}</th>
              <td className="drawn" aria-hidden="true"><Drawing bar={bar} /></td>
              <td>{bar.text}{bar.before !== undefined && <span className="before">earlier {bar.before?.text ?? 'not measured'}</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Drawing({ bar: { share, tick, before } }: { readonly bar: Bar }) {
  const paired = before !== undefined
  return (
    <svg viewBox="0 0 100 10" preserveAspectRatio="none">
      <rect className="track" x="0" y="4.5" width="100" height="1" />
      {share !== null && <rect className="now" x="0" y={paired ? 0 : 1} width={share * 100} height={paired ? 5 : 8} />}
      {paired && before !== null && before.share !== null && <rect className="then" x="0" y="6" width={before.share * 100} height="4" />}
      {tick !== undefined && <rect className="tick" x={Math.min(99.5, tick * 100)} y="0" width="0.5" height={paired ? 5 : 10} />}
    </svg>
  )
}
