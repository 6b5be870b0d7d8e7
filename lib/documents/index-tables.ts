import type { Span } from './document'
import type { Block, TableRow } from './outline'

/** The text of a span as it is indexed: each table row in it becomes "Header: cell; Header: cell", the rest stays as written. */
export function indexTables(text: string, span: Span, blocks: readonly Block[]): string {
  let indexed = ''
  let from = span.startOffset
  for (const table of tablesIn(blocks)) {
    const rows = table.rows.filter((row) => row.startOffset >= span.startOffset && row.endOffset <= span.endOffset)
    const first = rows[0]
    const last = rows.at(-1)
    if (first === undefined || last === undefined || first.startOffset < from) continue
    const tableStart = Math.max(from, Math.min(table.header.startOffset, first.startOffset))
    indexed += text.slice(from, tableStart) + rows.map((row) => labelled(table.header, row)).join('\n')
    from = last.endOffset
  }
  return indexed + text.slice(from, span.endOffset)
}

function tablesIn(blocks: readonly Block[]): NonNullable<Block['table']>[] {
  return [...new Set(blocks)].flatMap((block) => (block.table === null ? tablesIn(block.parts) : [block.table]))
}

function labelled(header: TableRow, row: TableRow): string {
  return row.cells
    .map((cell, at) => ({ cell, label: header.cells[at] ?? '' }))
    .filter(({ cell }) => cell !== '')
    .map(({ cell, label }) => (label === '' ? cell : `${label}: ${cell}`))
    .join('; ')
}
