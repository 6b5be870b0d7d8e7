import { spreadLabels } from './spread-labels'

export interface Series {
  readonly name: string
  /** The last value in words. */
  readonly text: string
  /** One for each place from left to right, 0..1; null where nothing was measured. */
  readonly values: readonly (number | null)[]
}

interface LinePlotProps {
  readonly title: string
  /** What the lines show, in words: the drawing's text alternative. */
  readonly description: string
  readonly series: readonly Series[]
  /** What stands under the first and the last place. */
  readonly ends: readonly [first: string, last: string]
  /** Places before which the ground changed, so that the lines on both sides are not comparable. */
  readonly breaks: readonly number[]
}

const area = { left: 48, right: 500, top: 12, bottom: 200 } as const

/** Shares over time, each line named at its end. Drawn on the server; no script. */
export function LinePlot({ title, description, series, ends, breaks }: LinePlotProps) {
  const places = Math.max(0, ...series.map(({ values }) => values.length))
  const x = (at: number): number => (places < 2 ? (area.left + area.right) / 2 : area.left + (at / (places - 1)) * (area.right - area.left))
  const y = (value: number): number => area.bottom - value * (area.bottom - area.top)
  const drawn = series.map((line) => ({ ...line, last: line.values.findLast((value) => value !== null) ?? null })).filter(({ last }) => last !== null)
  const labels = spreadLabels(drawn.map(({ last }) => y(last ?? 0)), 15, area.top, area.bottom)
  return (
    <section>
      <h2>{title}</h2>
      <div className="wide plot" tabIndex={0} role="region" aria-label={title}>
        <svg viewBox="0 0 720 224" role="img" aria-label={description}>
          {[0, 0.25, 0.5, 0.75, 1].map((value) => (
            <g key={value}>
              <line className="grid" x1={area.left} x2={area.right} y1={y(value)} y2={y(value)} />
              <text x={area.left - 8} y={y(value) + 4} textAnchor="end">{value * 100} %</text>
            </g>
          ))}
          {breaks.map((at) => <line key={at} className="changed" x1={(x(at - 1) + x(at)) / 2} x2={(x(at - 1) + x(at)) / 2} y1={area.top} y2={area.bottom} />)}
          <text x={x(0)} y={area.bottom + 18} textAnchor={places < 2 ? 'middle' : 'start'}>{ends[0]}</text>
          {places > 1 && <text x={x(places - 1)} y={area.bottom + 18} textAnchor="end">{ends[1]}</text>}
          {drawn.map(({ name, text, values }, index) => {
            const points = values.flatMap((value, at) => (value === null ? [] : [{ x: x(at), y: y(value) }]))
            return (
              <g key={name} className={`series series-${index % 5}`}>
                <polyline className="line" points={points.map((point) => `${point.x},${point.y}`).join(' ')} />
                {points.map((point) => <circle key={point.x} className="dot" cx={point.x} cy={point.y} r="3" />)}
                <text x={area.right + 14} y={(labels[index] ?? 0) + 4}>{name} {text}</text>
              </g>
            )
          })}
        </svg>
      </div>
    </section>
  )
}
