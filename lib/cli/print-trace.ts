import type { SearchTrace } from '@/lib/retrieval'

type TracedResult = SearchTrace['results'][number]

const placings: Readonly<Record<TracedResult['placedBy'], string>> = {
  score: 'by its score', named: 'because the query names it', identifier: 'because the query’s identifier stands in it', leader: 'because it leads one of the arms',
}
const causes: Readonly<Record<SearchTrace['displaced'][number]['because'], string>> = {
  'near-duplicate': 'nearly the same as', 'document-limit': 'its document has its places already, the last with', leader: 'gave its place to',
}

/** How a search's order came about, as the owner reads it on a terminal. */
export function printTrace(trace: SearchTrace, took: Readonly<Record<string, number>>): string {
  const ranks = new Map(trace.results.map(({ passage, rank }) => [passage, `number ${rank}`]))
  return [
    'How this order came about',
    describeQuery(trace.query),
    describePlan(trace.plan, took),
    ...trace.results.map(describeResult),
    ...(trace.displaced.length === 0 ? [] : [[
      'Not shown, or further down',
      ...trace.displaced.map(({ title, sourcePath, startLine, endLine, score, rankByScore, because, by }) => `   ${title}, ${sourcePath}:${startLine}–${endLine}, score ${score} (${rankByScore} by score): ${causes[because]} ${ranks.get(by) ?? by}`),
    ].join('\n')]),
  ].join('\n\n')
}

function describeQuery({ phrases, excluded, languages, terms }: SearchTrace['query']): string {
  return [
    `Query, read in ${languages.join(', ')}`,
    ...table([
      ['word', 'indexed as', 'weight', 'idf', 'passages'],
      ...terms.map(({ word, lexeme, form, weight, idf, passages }) => [word, form === 'word' ? lexeme : `${lexeme} (${form})`, String(weight), idf.toFixed(3), String(passages)]),
    ]),
    ...phrases.map((phrase) => `   required: “${phrase}”`), ...excluded.map((word) => `   excluded: “${word}”`),
  ].join('\n')
}

function describePlan({ generation, mode, visible, filtered, matched, vectorScan, vectorHits, packed, candidates }: SearchTrace['plan'], took: Readonly<Record<string, number>>): string {
  return [
    `Plan: index ${generation}, ${mode}`,
    `   ${visible} passages in view, ${filtered} after filters, ${matched} with a word of the query`,
    `   words: ${packed.passages} passages packed in ${packed.segments} segments, ${packed.tail} beside them`,
    ...(vectorScan === null ? [] : [`   vectors: ${vectorScan}; ${vectorHits} listed`]),
    `   ${candidates} candidates read and reranked`,
    `   ${Object.entries(took).map(([stage, ms]) => `${stage} ${ms} ms`).join(', ')}`,
  ].join('\n')
}

function describeResult({ rank, title, sourcePath, startLine, endLine, lexical, vector, fusion, features, score, rankByScore, placedBy, displaced }: TracedResult): string {
  const place = (at: number | null) => (at === null ? 'not listed' : `place ${at}`)
  return [
    `${rank}. ${title}, ${sourcePath}:${startLine}–${endLine}`,
    `   words ${place(lexical.rank)}, BM25 ${lexical.score}; ${vector === null ? 'no vectors' : `meaning ${place(vector.rank)}, cosine ${vector.cosine}`}; ${fusion === null ? 'not fused' : `fusion place ${fusion.rank}, ${fusion.score}`}`,
    ...table([['feature', 'value', 'weight', 'adds'], ...features.map(({ name, value, weight, contribution }) => [name, value.toFixed(3), String(weight), contribution.toFixed(3)])]),
    `   score ${score}, ${rankByScore} by score; placed ${placings[placedBy]}${displaced.length === 0 ? '' : `; displaced ${displaced.length === 1 ? '1 passage' : `${displaced.length} passages`}`}`,
  ].join('\n')
}

function table(lines: readonly (readonly string[])[]): string[] {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines.map((line) => `   ${line.map((cell, column) => (column < line.length - 1 ? cell.padEnd(widths[column] ?? 0) : cell)).join('  ')}`)
}
