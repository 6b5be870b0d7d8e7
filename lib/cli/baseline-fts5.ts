import type { Embedder } from '@/lib/models'
import { embedQuery } from '@/lib/models'
import type { BaselineRanker, BenchPassage } from './baseline'

/**
 * What a small retrieval service does: SQLite FTS5 (Porter stemming, the query's words joined by OR, its own bm25), exact
 * cosine over a matrix in memory, and plain reciprocal rank fusion of the first hundred of each.
 */
export async function openFts5Baseline(passages: readonly BenchPassage[], embedder: Embedder): Promise<BaselineRanker> {
  const { default: Database } = await import('better-sqlite3')
  const database = new Database(':memory:')
  database.exec(`create virtual table passage using fts5(text, tokenize = 'porter unicode61')`)
  const insert = database.prepare('insert into passage (rowid, text) values (?, ?)')
  database.transaction(() => { passages.forEach(({ text }, at) => insert.run(at + 1, text)) })()
  const select = database.prepare(`select rowid from passage where passage match ? order by bm25(passage) limit ${depth}`)
  const width = passages[0]?.vector.length ?? 0
  const matrix = new Float32Array(passages.length * width)
  passages.forEach(({ vector }, at) => matrix.set(vector, at * width))

  return {
    rank: async (query) => {
      const vector = await embedQuery(embedder, query)
      const words = (query.normalize('NFKC').match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => `"${word}"`).join(' OR ')
      const lexical = words === '' ? [] : (select.all(words) as { rowid: number }[]).map(({ rowid }) => rowid - 1) // the one column selected
      return fuseRanks([lexical, nearest(matrix, width, vector)]).map((at) => passages[at]?.document ?? '')
    },
    close: () => { database.close() },
  }
}

const depth = 100

/** Whether the optional package is there and works. */
export function hasFts5(): Promise<boolean> {
  return import('better-sqlite3').then(({ default: Database }) => { new Database(':memory:').close(); return true }, () => false).catch(() => false)
}

function nearest(matrix: Float32Array, width: number, query: Float32Array): number[] {
  const scores = new Float32Array(width === 0 ? 0 : matrix.length / width)
  for (let row = 0; row < scores.length; row++) {
    let sum = 0
    const start = row * width
    for (let index = 0; index < width; index++) sum += (matrix[start + index] ?? 0) * (query[index] ?? 0)
    scores[row] = sum
  }
  return Array.from(scores.keys()).sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0)).slice(0, depth)
}

function fuseRanks(rankings: readonly (readonly number[])[]): number[] {
  const scores = new Map<number, number>()
  for (const ranking of rankings) ranking.forEach((id, at) => scores.set(id, (scores.get(id) ?? 0) + 1 / (61 + at)))
  return [...scores].sort((a, b) => b[1] - a[1]).map(([id]) => id)
}
