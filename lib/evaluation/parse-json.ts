/** A line of JSON, or null: the schema refuses it, and the caller names the line. */
export function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
