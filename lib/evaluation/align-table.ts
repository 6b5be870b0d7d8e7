/** Rows of cells as lines, two blanks between columns; the first column to the left, the others to the right. */
export function alignTable(rows: readonly (readonly string[])[]): string {
  const widths = Array.from({ length: Math.max(0, ...rows.map((row) => row.length)) }, (_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  ').trimEnd()).join('\n')
}
