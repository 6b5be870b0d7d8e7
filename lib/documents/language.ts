import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type * as Eld from 'eld/extrasmall'

const sampleLength = 4000
const leastLetters = 40

type Detector = typeof Eld.eld

let detector: Detector | null | undefined

/** ISO 639-1 of a text's first 4,000 characters; `und` below forty letters, or when nothing fits. */
export function detectLanguage(text: string): string {
  const sample = text.slice(0, sampleLength).replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`|https?:\S+|[[\](){}#*_|<>=~-]/g, ' ')
  if ((sample.match(/\p{L}/gu)?.length ?? 0) < leastLetters) return 'und'
  detector ??= loadDetector()
  return detector?.detect(sample).language || 'und'
}

/**
 * The language profiles take 160 ms and 85 MB, so only a process that really parses loads them; and parsing is synchronous,
 * so they come by `require`. The package exports its files for `import` alone, hence by path.
 */
function loadDetector(): Detector | null {
  const require = createRequire(import.meta.url)
  const folder = require.resolve.paths('eld')?.find((candidate) => existsSync(join(candidate, 'eld')))
  if (folder === undefined) return null
  const loaded = require(join(folder, 'eld', 'src', 'entries', 'static.extrasmall.js')) as typeof Eld
  return loaded.eld
}
