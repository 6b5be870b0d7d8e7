import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { owner, stranger, type Identity } from '@/lib/access'
import { openTestIndex, packTail, type TestIndex } from '@/lib/indexing/testing'
import { forgetCaches, retrieve } from '@/lib/retrieval'

// The lexical arm against BM25 written anew: nothing of the product reads, cuts, stems, counts or scores here. Words are codes
// that no stemmer changes and no stop list holds, so that a text split at its blanks is what is indexed.

const codes = ['q1w', 'z7k', 'm4n', 'b8r', 'k3p', 'x5d', 'j9f', 'w2h'] as const
const joined = ['q1w-z7k', 'm4n-x5d'] as const
/** They only phrase a question, so they weigh half in a query and in full in a text. */
const questionWords = ['explain', 'list', 'show', 'find'] as const

interface Section { readonly heading: string | null; readonly words: readonly string[] }
interface Note { readonly kind: 'note' | 'decision'; readonly superseded: boolean; readonly titleWord: string; readonly sections: readonly Section[] }
/** A note's path and everything it has said, oldest first. */
interface Kept { readonly path: string; readonly title: string; readonly folder: 'open' | 'team' | 'home'; readonly said: readonly Note[] }
interface Body { readonly key: string; readonly lexemes: readonly string[]; readonly folder: Kept['folder']; readonly kind: string; readonly shown: boolean; readonly current: boolean }

function textOf(title: string, { kind, superseded, sections }: Note): string {
  const head = ['---', `kind: ${kind}`, ...(superseded ? ['status: superseded'] : []), 'date: 2021-05-03', '---', `# ${title}`]
  return [...head, ...sections.flatMap(({ heading, words }) => [...(heading === null ? [] : ['', `## ${heading}`]), '', words.join(' ')])].join('\n') + '\n'
}

/** An identifier is indexed whole and in its parts. */
const expand = (words: readonly string[]) => words.flatMap((word) => (word.includes('-') ? [word, ...word.split('-')] : [word]))

/** Every passage, old ones too: its title, heading and the kind of its text are indexed with it. */
function bodiesOf(kept: readonly Kept[]): readonly Body[] {
  return kept.flatMap(({ path, title, folder, said }) => said.flatMap(({ kind, sections }, at) => sections.map(({ heading, words }): Body => {
    const current = at === said.length - 1
    return {
      key: `${path} ${at + 1} ${heading ?? title}`, folder, kind, current, shown: current && said.at(-1)?.superseded === false,
      lexemes: expand([...title.split(' '), ...(heading ?? '').split(' ').filter((word) => word !== ''), 'prose', ...words]),
    }
  })))
}

function weightsOf(query: readonly string[]): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  const add = (lexeme: string, weight: number) => weights.set(lexeme, Math.max(weight, weights.get(lexeme) ?? 0))
  for (const word of query) {
    const [whole, ...parts] = expand([word])
    add(whole ?? '', questionWords.some((one) => one === word) ? 0.5 : 1)
    for (const part of parts) add(part, 0.5)
  }
  return weights
}

/** Σ w · ln(1 + (N − n + ½) / (n + ½)) · f (k1 + 1) / (f + k1 (1 − b + b · dl / avgdl)), k1 = 1.6, b = 0.75. */
function reference(weights: ReadonlyMap<string, number>, corpus: readonly Body[]) {
  const mean = corpus.reduce((sum, { lexemes }) => sum + lexemes.length, 0) / corpus.length
  const idf = new Map([...weights.keys()].map((lexeme) => {
    const holding = corpus.filter(({ lexemes }) => lexemes.includes(lexeme)).length
    return [lexeme, Math.log(1 + (corpus.length - holding + 0.5) / (holding + 0.5))] as const
  }))
  const score = ({ lexemes }: Body) => [...weights].reduce((sum, [lexeme, weight]) => {
    const frequency = lexemes.filter((one) => one === lexeme).length
    return sum + (weight * (idf.get(lexeme) ?? 0) * frequency * (1.6 + 1)) / (frequency + 1.6 * (1 - 0.75 + (0.75 * lexemes.length) / mean))
  }, 0)
  const attainable = [...weights].reduce((sum, [lexeme, weight]) => sum + weight * (idf.get(lexeme) ?? 0) * (1.6 + 1), 0)
  return { idf, score, attainable }
}

const readers: readonly { readonly identity: Identity; readonly folders: readonly Kept['folder'][] }[] = [
  { identity: owner, folders: ['open', 'team', 'home'] },
  { identity: stranger, folders: ['open'] },
  { identity: { name: 'reader:team', scopes: ['public', 'team'] }, folders: ['open', 'team'] },
]
const variants = [
  { suffix: '', history: false, decisions: false },
  { suffix: ' history:', history: true, decisions: false },
  { suffix: ' kind:decision', history: false, decisions: true },
] as const

const word = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...codes) }, { weight: 1, arbitrary: fc.constantFrom(...joined) }, { weight: 1, arbitrary: fc.constantFrom(...questionWords) })
const section = fc.array(word, { minLength: 3, maxLength: 40 })
const note: fc.Arbitrary<Note> = fc.record({
  kind: fc.constantFrom('note', 'decision'), superseded: fc.nat(6).map((n) => n === 0), titleWord: fc.constantFrom(...codes),
  sections: fc.array(section, { minLength: 1, maxLength: 3 }).map((sections) => sections.map((words, at): Section => ({ heading: at === 0 ? null : `s${at}x ${words[0] ?? ''}`, words }))),
})
const placed = fc.record({ folder: fc.constantFrom<Kept['folder']>('open', 'open', 'team', 'home'), note })
// One word at least that is no identifier: a query of identifiers alone also looks into what default search leaves out.
const query = fc.tuple(fc.array(fc.oneof(word, fc.constant('n0ne')), { minLength: 1, maxLength: 4 }), fc.constantFrom(...questionWords)).map(([words, last]) => [...words, last])

describe('the lexical arm', () => {
  async function compare(index: TestIndex, words: readonly string[], bodies: readonly Body[]): Promise<number> {
    let compared = 0
    const weights = weightsOf(words)
    for (const { identity, folders } of readers) for (const { suffix, history, decisions } of variants) {
      const corpus = bodies.filter(({ folder, shown }) => folders.includes(folder) && (history || shown))
      if (corpus.length === 0) continue
      const { idf, score, attainable } = reference(weights, corpus)
      const expected = corpus.filter(({ kind }) => !decisions || kind === 'decision').map((body) => ({ body, score: score(body) })).filter((entry) => entry.score > 0).sort((a, b) => b.score - a.score)
      const ranking = await retrieve(identity, { query: `${words.join(' ')}${suffix}`, mode: 'lexical', limit: 50 }, { database: index.opened.database, embedder: index.embedder })
      expect([...ranking.idf.keys()].sort()).toEqual([...weights.keys()].sort())
      for (const [lexeme, rarity] of idf) expect(ranking.idf.get(lexeme)).toBeCloseTo(rarity, 9)
      expect(ranking.total).toBe(expected.length)
      expect(ranking.results.length === 0).toBe(expected.length === 0)
      const byKey = new Map(expected.map(({ body, score: own }) => [body.key, own]))
      for (const { sourcePath, revision, headingPath, lexicalShare, reasons } of ranking.results) {
        const own = byKey.get(`${sourcePath} ${revision} ${headingPath.at(-1) ?? ''}`) ?? NaN
        const lexical = reasons.find(({ arm }) => arm === 'lexical')
        // The share is the score as computed; a reason shows four digits of it.
        expect(Math.abs(lexicalShare * attainable - own)).toBeLessThan(1e-6)
        expect(Math.abs((lexical?.score ?? NaN) - own)).toBeLessThan(5.1e-5)
        // Its place is the reference's place, ties aside.
        expect(Math.abs((expected[(lexical?.rank ?? 0) - 1]?.score ?? NaN) - own)).toBeLessThan(1e-6)
        compared++
      }
    }
    return compared
  }

  it('scores and orders as BM25 does, for each reader by what they may see, in two generations, packed or not, and in history', async () => {
    let compared = 0
    await fc.assert(fc.asyncProperty(
      fc.array(placed, { minLength: 6, maxLength: 14 }), fc.array(fc.record({ at: fc.nat(13), change: fc.option(note, { freq: 3 }) }), { minLength: 2, maxLength: 5 }), placed,
      fc.array(query, { minLength: 2, maxLength: 2 }), fc.boolean(),
      async (first, edits, added, queries, packed) => {
        const index = await openTestIndex({ 'k81r.yaml': 'scopes:\n  - { path: "open/**", scope: public }\n  - { path: "team/**", scope: team }\n' }, { state: 'unavailable', reason: 'Words only.' })
        try {
          const begin = ({ folder, note: own }: typeof added, at: number): Kept => ({ path: `${folder}/n${at}.md`, title: `t${at}t ${own.titleWord}`, folder, said: [own] })
          let kept = first.map(begin)
          const store = async () => {
            for (const { path, title, said } of kept) { const last = said.at(-1); if (last !== undefined) await index.write(path, textOf(title, last)) }
            await index.build()
          }
          await store()
          for (const words of queries) compared += await compare(index, words, bodiesOf(kept))
          if (packed) {
            await packTail(index.opened.database)
            forgetCaches(index.opened.database)
          }
          for (const { at, change } of edits) {
            const one = kept[at % kept.length]
            if (one === undefined) continue
            if (change === null) await index.remove(one.path)
            kept = kept.flatMap((other) => (other !== one ? [other] : change === null ? [] : [{ ...one, said: [...one.said.slice(0, 1), change].filter((own, place, all) => place === 0 || textOf(one.title, own) !== textOf(one.title, all[0] ?? own)) }]))
          }
          kept = [...kept, begin(added, first.length)]
          await store()
          for (const words of queries) compared += await compare(index, words, bodiesOf(kept))
        } finally {
          await index.close()
        }
      },
    ), { numRuns: 4, endOnFailure: true })
    expect(compared).toBeGreaterThan(500)
  }, 180_000)
})
