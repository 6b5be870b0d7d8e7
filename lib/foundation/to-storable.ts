/** A text as PostgreSQL can hold it: without NUL characters, and with lone surrogates replaced. Everything that people or programs send passes here. */
export function toStorable(text: string): string {
  return Buffer.from(text.replaceAll('\0', ''), 'utf8').toString('utf8')
}
