import type { Span } from '@/lib/analysis'
import type { CitedPassage } from './verdict'

const delimiter = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

/** The cells of a Markdown table row, trimmed, with `\|` read as `|`. */
export function splitRow(row: string): string[] {
  const inner = row.trim().replace(/^\|/, '').replace(/(?<!\\)\|$/, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
}

/** The spans of a text's table rows, header rows included and delimiter rows left out. */
export function tableRows(text: string): Span[] {
  const rows: Span[] = []
  let from = 0
  for (const line of text.split('\n')) {
    const body = line.trim()
    if (body.includes('|') && !delimiter.test(body)) {
      const startOffset = from + line.indexOf(body)
      rows.push({ startOffset, endOffset: startOffset + body.length })
    }
    from += line.length + 1
  }
  return rows
}

/**
 * The spans that carry a claim of the form `Header: cell; Header: cell` or `<table>, row “label”: header “cell”`, every part verbatim and
 * from one row, the row's label among them: the row, and the header row when the text has it. Null when no row does.
 */
export function findTableRow(claim: string, passage: CitedPassage): Span[] | null {
  const rows = tableRows(passage.text)
  const header = headerOf(passage, rows)
  if (!header) return null
  const wanted = claim.replace(/\s+/g, ' ').trim().replace(/\.$/, '')
  for (const row of rows) {
    if (row === header.span) continue
    const cells = splitRow(passage.text.slice(row.startOffset, row.endOffset))
    if (!statesPairs(wanted, header.cells, cells) && !statesRow(wanted, header.cells, cells, passage)) continue
    return header.span ? [header.span, row] : [row]
  }
  return null
}

/** The cells of the header that a passage's rows stand under, and its span when the text has it; null without one. */
export function headerOf(passage: CitedPassage, rows: readonly Span[]): { readonly cells: readonly string[]; readonly span: Span | null } | null {
  const [first] = rows
  if (!first) return null
  const next = passage.text.slice(first.endOffset).split('\n')[1] ?? ''
  if (next.includes('-') && delimiter.test(next)) return { cells: splitRow(passage.text.slice(first.startOffset, first.endOffset)), span: first }
  const given = passage.headerRow ?? null
  return given === null ? null : { cells: splitRow(given.split('\n')[0] ?? ''), span: null }
}

function statesPairs(claim: string, header: readonly string[], cells: readonly string[]): boolean {
  const stated = new Set<number>()
  let rest = claim
  while (rest !== '') {
    // The longest cell first: one may begin with another.
    const column = header
      .map((name, index) => ({ index, text: `${name}: ${cells[index] ?? ''}` }))
      .filter(({ index, text }) => (cells[index] ?? '') !== '' && !stated.has(index) && (rest === text || rest.startsWith(`${text}; `)))
      .sort((one, other) => other.text.length - one.text.length)[0]
    if (!column) return false
    stated.add(column.index)
    rest = rest.slice(column.text.length).replace(/^; /, '')
  }
  return stated.size >= 2 && stated.has(0)
}

function statesRow(claim: string, header: readonly string[], cells: readonly string[], passage: CitedPassage): boolean {
  const label = cells[0] ?? ''
  if (label === '') return false
  const plain = (text: string): string => text.replace(/[“”]/g, '"')
  const names = [passage.title, ...passage.headingPath, [passage.title, ...passage.headingPath].join(' › '), passage.headingPath.join(' › ')]
  const opening = names.map((name) => plain(`${name}, row “${label}”: `)).find((text) => plain(claim).startsWith(text))
  if (opening === undefined) return false
  const endings = header.slice(1).map((name, index) => plain(`${name} “${cells[index + 1] ?? ''}”`))
  let rest = plain(claim).slice(opening.length)
  while (rest !== '') {
    const ending = endings.find((text) => rest === text || rest.startsWith(`${text}, `))
    if (ending === undefined || ending.endsWith(' ""')) return false
    rest = rest.slice(ending.length).replace(/^, /, '')
  }
  return !plain(claim).endsWith(': ')
}
