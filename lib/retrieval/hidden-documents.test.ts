import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { owner, stranger, type Identity } from '@/lib/access'
import { openTestIndex, packTail, type TestIndex } from '@/lib/indexing/testing'
import { forgetCaches, search } from '@/lib/retrieval'

// Two readers: a stranger, for whom team/ and home/ hold nothing, and one of the team, for whom home/ holds nothing.

const team: Identity = { name: 'reader:team', scopes: ['public', 'team'] }
const rules = 'scopes:\n  - { path: "open/**", scope: public }\n  - { path: "team/**", scope: team }\nprojects:\n  - { path: "open/z29c/**", project: Z29C }\n  - { path: "home/m31/**", project: M31 }\n'
const visible: Readonly<Record<string, string>> = {
  'k81r.yaml': rules,
  'open/z29c/policy.md': '---\nid: DEC-0054\nkind: decision\nstatus: accepted\ndate: 2022-05-03\n---\n# Retry policy\n\n## Unknown outcome\n\nA possibly accepted request enters `outcome-unknown` and is not retried automatically. See [[courier]].\n',
  'open/z29c/old.md': '---\nkind: decision\nstatus: superseded\nsuperseded_by: policy.md\ndate: 2020-03-02\n---\n# First retry policy\n\nEvery failed request is retried three times with exponential backoff.\n',
  'open/version.md': '---\ndate: 2021-01-01\n---\n# Versions\n\nClient 1.0.21 reads `apply_secrets` and calls buildFTS5Query.\n',
  'open/version-older.md': '---\ndate: 2021-01-01\n---\n# Older version\n\nClient 1.0.2 did not.\n',
  'open/soup.md': '---\ndate: 2019-02-01\ntags: [kitchen]\n---\n# Soup\n\nSimmer the lentils with cumin and lemon until soft.\n',
  'open/courier.md': '---\ndate: 2021-06-07\n---\n# Courier\n\nThe courier signs for each parcel and keeps the receipt for the harbour office.\n',
  'open/harbour.md': '---\ndate: 2020-06-07\n---\n# Harbour dues\n\n| Ship | Dues |\n|---|---|\n| Ferry | 40 crowns |\n| Barge | 60 crowns |\n',
  'open/a/dues-before.md': '---\nsuperseded_by: "[[dues]]"\ndate: 2018-06-07\n---\n# Dues before\n\nEvery ship owed ten crowns.\n', 'open/b/dues.md': '---\ndate: 2020-06-08\n---\n# Dues\n\nEvery ship owes what the table says.\n',
  // What replaces it nobody in view has, and what it replaces the team alone.
  'open/ferry.md': '---\nstatus: active\nsuperseded_by: "[[wombat]]"\nsupersedes: "[[postage]]"\ndate: 2021-06-08\n---\n# Ferry\n\nThe ship leaves with the letters at noon.\n',
  'team/rule.md': '---\nsuperseded_by: policy.md\ndate: 2019-06-08\n---\n# Rule of the team\n\nA request of the team is retried at noon.\n',
  // Of equal words: whatever breaks the tie must not depend on what is hidden.
  ...Object.fromEntries(['a', 'b', 'c'].map((name) => [`open/tie-${name}.md`, `---\ndate: 2020-01-01\n---\n# Tie\n\nParcel ledger ${name}${name}7 waits.\n`])),
  'team/postage.md': '---\ndate: 2021-03-04\n---\n# Postage\n\nThe surplus letters cost 577 EUR.\n',
  'home/diary.md': '---\ndate: 2021-03-04\n---\n# Diary\n\nThe zeppelin was late again.\n',
}

const queries = [
  'retry request', 'courier parcel', 'parcel ledger', 'lentils', 'zeppelin', 'ship crowns', 'wombat', 'surplus letters', 'what does the client read', // words, some of which only hidden notes hold
  'DEC-0054', 'DEC-0099', '1.0.21', 'apply_secrets', 'outcome-unknown', 'ERR_WOMBAT_7', // identifiers
  '"signs for each parcel"', '"wombat burrow"', '"three times"', 'parcel -courier', // phrases, exclusions
  'lentlis with cumin', 'wombta', 'zeplin', 'DEC-0045', 'policcy courrier', // misspelt
  'parcel project:z29c', 'parcel project:m31', 'request kind:decision status:accepted', 'client year:2021', 'wombat year:2018', 'soup tag:kitchen', 'parcel path:open title:courier', 'retry path:home', // filters
  'retried three times history:', 'request as-of:2021-02-01', 'wombat as-of:2030-01-01', 'parcel before:2021-01-01', // time
  'Wombat burrow rules', 'home/m31/wombat.md', 'wombat.md', 'Retry policy', 'First retry policy', 'Der Kurier', '', // titles and paths
] as const

/** Everything that could weigh on a search: words of the queries, names of visible notes, copies of them, facets, another language, much text, what replaces visible notes. */
const texts: readonly string[] = [
  '---\nid: DEC-0099\nkind: incident\nstatus: active\ndate: 2018-02-03\ntags: [kitchen]\naliases: [courier]\n---\n# Wombat burrow rules\n\nThe wombat burrow holds ERR_WOMBAT_7, a parcel, lentils and the courier. See [[policy]] and DEC-0054.\n',
  '# Retry policy\n\n## Unknown outcome\n\nRetry, request, client, courier, parcel: retry every request, as the retry policy says.\n',
  visible['open/courier.md'] ?? '', visible['open/z29c/old.md'] ?? '',
  '# First retry policy\n\nEvery failed request is retried three times with exponential backoff, says the wombat.\n',
  '# Lentlis\n\nThe lentli, lentlist, courrier, policcy and zepplin, wombat and wombats stand nowhere else.\n',
  '---\ndate: 2017-01-01\n---\n# Der Kurier\n\nDer Kurier bringt die Pakete in den Hafen und unterschreibt für jedes davon. Die Gebühren zahlt das Amt, weil der Vertrag es so will.\n',
  `# Long log\n\n${Array.from({ length: 30 }, (_, at) => `Entry ${at}: the courier lost parcel ${at * 13} of the harbour, and the client sent request ${at * 7} anew. ${'The ledger waits for the receipt. '.repeat(8)}`).join('\n\n')}\n`,
  '# Tie\n\nParcel ledger dd7 waits.\n', '',
  '---\nsupersedes: [../open/courier.md, "[[Retry policy]]", open/soup.md, "[[postage]]"]\n---\n# Courier, anew\n\nNobody signs for a parcel.\n',
  '---\nid: DEC-0054\nstatus: superseded\nsuperseded_by: "[[courier]]"\n---\n# Ferry rules\n\nThe ship pays no crowns.\n',
]

interface Edit { readonly kind: 'write' | 'remove' | 'pack'; readonly path: string; readonly text: string }
const edit = (paths: readonly string[]): fc.Arbitrary<Edit> => fc.record({
  kind: fc.constantFrom('write' as const, 'write' as const, 'write' as const, 'remove' as const, 'pack' as const), path: fc.constantFrom(...paths), text: fc.constantFrom(...texts),
})
const homePaths = ['home/m31/wombat.md', 'home/courier.md', 'home/policy.md', 'home/dues.md', 'home/ferry.md', 'home/x/postage.md', 'home/z29c/old.md', 'home/diary.md'] as const
const teamPaths = ['team/wombat.md', 'team/courier.md', 'team/open/z29c/policy.md', 'team/dues.md', 'team/postage.md'] as const

describe('a document that a reader may not see', () => {
  let index: TestIndex
  const present = new Map<string, string>()
  beforeAll(async () => {
    index = await openTestIndex(visible)
    await index.build()
    for (const [path, text] of Object.entries(visible)) present.set(path, text)
  })
  afterAll(() => index.close())

  const ask = async (identity: Identity, from: TestIndex = index): Promise<readonly string[]> => {
    const answers: string[] = []
    for (const query of queries) for (const mode of ['hybrid', 'lexical'] as const) {
      const { generation: _generation, took: _took, ...response } = await search(identity, { query, mode, limit: 50 }, { database: from.opened.database, embedder: from.embedder })
      answers.push(JSON.stringify(response))
    }
    return answers
  }

  async function apply({ kind, path, text }: Edit): Promise<void> {
    if (kind === 'pack') {
      await packTail(index.opened.database)
      forgetCaches(index.opened.database)
      return
    }
    if (kind === 'write') {
      await index.write(path, text)
      present.set(path, text)
    } else if (present.delete(path)) await index.remove(path)
    await index.build()
  }

  it.each([['a stranger', stranger, [...homePaths, ...teamPaths]], ['a reader of the team', team, [...homePaths]]] as const)('changes nothing but the generation’s number for %s, whether it is added, changed or removed', async (_, identity, paths) => {
    const before = await ask(identity)
    expect(before.filter((answer) => answer.includes('"rank":1,')).length).toBeGreaterThan(before.length / 2)
    await fc.assert(fc.asyncProperty(fc.array(edit(paths), { minLength: 2, maxLength: 4 }), async (edits) => {
      for (const one of edits) await apply(one)
      expect(await ask(identity)).toEqual(before)
    }), { numRuns: 6, endOnFailure: true })
  }, 180_000)

  it('has no number that the ids of visible passages count past', async () => {
    const { results } = await search(stranger, { query: 'courier parcel', limit: 50 }, { database: index.opened.database, embedder: index.embedder })
    expect(results.length).toBeGreaterThan(1)
    // Its text, after its properties where it has some.
    for (const { passage, revisionId } of results) expect(passage.id).toMatch(new RegExp(`^psg_${revisionId.slice(4)}_[01]_[0-9a-f]{6}$`))
  })

  it('changes what the owner sees: the queries would show it', async () => {
    const before = await ask(owner)
    await apply({ kind: 'write', path: 'home/m31/wombat.md', text: `${texts[0] ?? ''}\n${present.size}\n` })
    const after = await ask(owner)
    expect(after.filter((answer, at) => answer !== before[at]).length).toBeGreaterThan(queries.length)
  })

  it('was never there for whoever saw it before it was hidden', async () => {
    const before = await ask(stranger)
    const text = texts[0] ?? ''
    await apply({ kind: 'write', path: 'open/zz-wombat.md', text })
    expect(await ask(stranger)).not.toEqual(before)
    await apply({ kind: 'write', path: 'open/zz-wombat.md', text: text.replace('---\n', '---\nscope: private\n') })
    expect(await ask(stranger)).toEqual(before)
  })

  it('leaves no mark on an index made anew beside it', async () => {
    const hidden = Object.fromEntries([...homePaths, ...teamPaths].map((path, at) => [path, texts[at % texts.length] ?? '']))
    const shown = Object.fromEntries(Object.entries(visible).filter(([path]) => !/^(?:home|team)\//.test(path)))
    // Ids are drawn anew for each index: in which order they stand is all that is compared.
    const named = (answers: readonly string[]) => {
      const names = new Map<string, string>()
      return answers.map((answer) => answer.replace(/"(doc|rev|psg)_\w+"/g, (id, kind: string) => names.get(id) ?? (names.set(id, `"${kind} ${names.size}"`).get(id) ?? id)))
    }
    const answersOf = async (files: Readonly<Record<string, string>>) => {
      const fresh = await openTestIndex(files)
      try {
        await fresh.build()
        return named(await ask(stranger, fresh))
      } finally {
        await fresh.close()
      }
    }
    expect(await answersOf({ ...hidden, ...shown })).toEqual(await answersOf(shown))
  })

  it.each([
    ['a stranger', 'supersedes one in view', stranger, 'home/new-courier.md', '---\nsupersedes: ../open/courier.md\n---\n# Courier, anew\n\nNobody signs.\n'],
    ['a stranger', 'bears the name of a successor in view', stranger, 'home/dues.md', '# Private dues\n\nNothing is due.\n'],
    ['a stranger', 'bears the name of a successor that nobody in view is', stranger, 'team/wombat.md', '# Wombat\n\nThe ship stays.\n'],
    ['a reader of the team', 'bears the name of a successor in view', team, 'home/policy.md', '# Private policy\n\nNothing is retried.\n'],
    ['a reader of the team', 'bears the name of what one in view supersedes', team, 'home/x/postage.md', '# Private postage\n\nNo letters.\n'],
  ] as const)('changes nothing for %s where it %s', async (_, __, reader, path, text) => {
    await apply({ kind: 'remove', path, text: '' })
    const before = await ask(reader)
    try {
      await apply({ kind: 'write', path, text })
      expect(await ask(reader)).toEqual(before)
    } finally {
      await apply({ kind: 'remove', path, text: '' })
    }
  })
})
