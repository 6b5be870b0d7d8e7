/** A revision number as an address names it; null when it names none. */
export function parseRevision(value: string | readonly string[] | undefined): number | null {
  return typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : null
}
