interface MomentProps {
  /** ISO date, or ISO date and time. */
  readonly at: string
}

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit' })
const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' })

/** A date as it was written, a moment of today as its time, any other moment as date and time on the server's clock. */
export function formatMoment(at: string, now: Date): string {
  if (/^\d{4}(-\d{2}){0,2}$/.test(at)) return at
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return at
  return day.format(date) === day.format(now) ? clock.format(date) : `${day.format(date)} ${clock.format(date)}`
}

export function Moment({ at }: MomentProps) {
  const date = new Date(at)
  const title = at.length > 10 && !Number.isNaN(date.getTime()) ? exact.format(date) : undefined
  return <time dateTime={at} title={title}>{formatMoment(at, new Date())}</time>
}
