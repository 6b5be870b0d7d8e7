import type { Span } from './document'
import type { Property } from './frontmatter'
import { type Block, plainBlock } from './outline'
import { trimSpan } from './span'

/** Who may read a document, what it is filed under and how another tool draws it: no passage holds them, so no reader, model or embedder is told. */
const withheld = new Set(['scope', 'localonly', 'id', 'tags', 'tag', 'aliases', 'alias', 'cssclasses', 'cssclass', 'permalink', 'publish', 'mobile', 'slug', 'path'])
/** What a document's record tells anyway. */
const recorded = new Set(['title', 'kind', 'type', 'documenttype', 'status', 'stage', 'project', 'projects', 'date', 'created', 'createdat', 'updated', 'modified', 'effectiveat', 'effective', 'effectivedate'])

/**
 * The properties at the head of a text that say more than its record does, as blocks: each a run of properties that stand
 * one after the other, from the first that says more (and a status right before it) to the last, with one part for each. Runs end where one is withheld.
 */
export function findProperties(text: string, properties: readonly Property[]): Block[] {
  const runs: Property[][] = [[]]
  for (const property of properties) {
    if (withheld.has(property.key)) runs.push([])
    else runs.at(-1)?.push(property)
  }
  return runs.flatMap((run) => {
    const told = run.slice(firstTold(run), run.findLastIndex(saysMore) + 1).map((property) => partOf(text, property))
    const [first, last] = [told[0], told.at(-1)]
    return first === undefined || last === undefined ? [] : [{ ...plainBlock(first.startOffset, last.endOffset, 'record'), parts: told }]
  })
}

/** The first property that says more, with a status right before it. */
function firstTold(run: readonly Property[]): number {
  const first = run.findIndex(saysMore)
  return /^(?:status|stage)$/.test(run[first - 1]?.key ?? '') ? first - 1 : first
}

function saysMore({ key, isEmpty }: Property): boolean {
  return !isEmpty && !recorded.has(key)
}

function partOf(text: string, { startOffset, endOffset }: Span): Block {
  const span = trimSpan(text, startOffset, endOffset)
  return plainBlock(span.startOffset, span.endOffset, 'record')
}
