const rows: readonly (readonly [example: string, meaning: string])[] = [
  ['"exact phrase"', 'these words in this order'],
  ['-word', 'without this word'],
  ['project:Z29C', 'in this project; also kind: status: tag: title: path:'],
  ['year:2022', 'of this year; also before:2022-05 and after:2021-11-30'],
  ['as-of:2022-03-01', 'what was in force on that day'],
  ['history:', 'older revisions and superseded documents too'],
]

/** What can be written in the box besides words. */
export function QueryHelp() {
  return (
    <dl className="help">
      {rows.map(([example, meaning]) => (
        <div key={example}>
          <dt><code>{example}</code></dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  )
}
