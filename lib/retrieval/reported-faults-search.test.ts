import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { owner } from '@/lib/access'
import { openTestIndex, type TestIndex } from '@/lib/indexing/testing'
import type { EmbedderState } from '@/lib/models'
import { deterministicEmbedder } from '@/lib/models/testing'
import { foreignQuestions } from './foreign-questions'
import { searchesOf } from './testing'

// What people report about the search of tools of this kind, as far as runtime/reported-faults.test.ts, which follows whole
// files, does not hold it.

const modes = ['hybrid', 'lexical'] as const
const filler = (count: number, text: (at: number) => string) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`filler/n${at}.md`, `# Filler ${at}\n\n${text(at)}\n`]))

let index: TestIndex
const { find, paths } = searchesOf(() => index)
const open = async (files: Readonly<Record<string, string>>, embedder?: EmbedderState) => {
  index = await openTestIndex(files, embedder)
  await index.build()
}

describe('an identifier, a version or a name in code', () => {
  beforeAll(() => open({
    'decisions/letters.md': '# Letters\n\nDEC-0054 says that a request is not retried.\n',
    'rfc.md': '# Naming\n\nRFC-0011 names the queues.\n', 'cve.md': '# Library\n\nCVE-2024-1234 is a crafted segment.\n',
    'near.md': '# Near misses\n\nDEC-0055, DEC-54, RFC-0012, RFC-0111, CVE-2024-1235, CVE-2023-1234 and CVE-2024-12345 are others; the dec of 0054, the rfc 0011, the cve of 2024 and 1234 too.\n',
    'release.md': '# Release\n\nVersion 2026.4.10 of the daemon was the last; the client then reads only files of 1.0.21.\n',
    'release-near.md': '# Release before\n\nVersion 2026.4.1 of the daemon, 2026.4.100 and 2026.14.10, 1.0.210 and 11.0.21 are others; the client then reads only files of 1.0.2.\n',
    'code.md': '# Startup\n\nThe method `__init__` calls `apply_secrets` and then `buildFTS5Query`.\n',
    'code-near.md': '# Startup, in words\n\nTo apply the secrets, to init and to build a query of FTS5 is what the others do: apply, secrets, init, build, query.\n',
    ...filler(12, (at) => `The daemon, the client and the queue ${at} are of the library: apply, build, version, release, 20${10 + at}.`),
  }))
  afterAll(() => index.close())

  it.each([['DEC-0054', 'decisions/letters.md'], ['RFC-0011', 'rfc.md'], ['CVE-2024-1234', 'cve.md'], ['2026.4.10', 'release.md'], ['1.0.21', 'release.md'], ['apply_secrets', 'code.md'], ['__init__', 'code.md'], ['buildFTS5Query', 'code.md']])('%s is first, bare, quoted, in lower case and in code quotes', async (name, path) => {
    for (const query of [name, `"${name}"`, name.toLowerCase(), `\`${name}\``]) for (const mode of modes) {
      const { results: [first], weak, notes } = await find(query, owner, { mode })
      expect([query, mode, first?.sourcePath, weak, notes]).toEqual([query, mode, path, false, []])
      expect(first?.passage.matches.map(({ startOffset, endOffset }) => first.passage.text.slice(startOffset, endOffset).toLowerCase())).toContain(name.toLowerCase())
    }
  })

  it.each(['DEC-0054', 'RFC-0011', 'CVE-2024-1234'])('%s in quotation marks is nowhere else, and its hyphen excludes nothing', async (name) => {
    expect(await paths(`"${name}"`)).toHaveLength(1)
    expect((await paths(name)).length).toBeGreaterThan(1)
  })

  it('a phrase may end in a version, whose beginning is none', async () => {
    expect(await paths('"reads only files of 1.0.21"')).toEqual(['release.md'])
    expect(await paths('"reads only files of 1.0.2"')).toEqual(['release-near.md'])
    for (const mode of modes) {
      expect((await paths('client reads only files of 1.0.21', owner, { mode }))[0]).toBe('release.md')
      expect((await paths('client reads only files of 1.0.2', owner, { mode }))[0]).toBe('release-near.md')
    }
  })

  it.each([['secrets', 'code.md'], ['apply', 'code.md'], ['init', 'code.md'], ['fts5', 'code.md'], ['FTS', 'code.md'], ['build query', 'code.md'], ['buildfts5query', 'code.md'], ['cve 2024', 'cve.md'], ['rfc 11', 'rfc.md'], ['dec 0054', 'decisions/letters.md']])('its parts hit too: %s finds %s', async (query, path) => {
    expect(await paths(query, owner, { mode: 'lexical', limit: 50 })).toContain(path)
  })
})

describe('words of scripts and spellings', () => {
  const off: EmbedderState = { state: 'unavailable', reason: 'Vectors are off.' }
  beforeAll(() => open({
    'ja.md': '# 港の記録\n\n東京都の水道料金は毎月四十円です。渡し船は夕方に出ます。\n', 'zh.md': '# 会议记录\n\n数据库的备份保存在北京的机房里。\n', 'ko.md': '# 회의록\n\n데이터베이스 백업은 매일 밤에 실행됩니다.\n',
    'th.md': '# บันทึก\n\nสำรองฐานข้อมูลทุกคืน\n',
    'accents.md': '# Gdańsk\n\nThe café in Łódź sells crème brûlée to señor Núñez; Größe and Zürich are on the menu.\n', 'decomposed.md': '# Other\n\nThe re\u0301sume\u0301 of A\u030Angstro\u0308m.\n',
    'plain.md': '# Plain\n\nThe smorgasbord of Malmo and the facade.\n',
    'names.md': '# Names\n\nCall loadUserProfile, then parse_http_header, then XMLHttpRequest and kebab-case-name.\n', 'words.md': '# Bare words\n\nA horse, a well and a bridge.\n',
  }, off))
  afterAll(() => index.close())

  it.each([['東京都', 'ja.md', '東京都'], ['水道料金', 'ja.md', '水道料金'], ['"渡し船"', 'ja.md', '渡し船'], ['数据库备份', 'zh.md', '数据库'], ['北京', 'zh.md', '北京'], ['백업', 'ko.md', '백업'], ['데이터베이스', 'ko.md', '데이터베이스'], ['ฐานข้อมูล', 'th.md', 'ฐานข้อมูล']])('%s is found without vectors in %s, and shown where it stands', async (query, path, shown) => {
    const { results: [first], mode, modeReason, weak } = await find(query)
    expect([first?.sourcePath, mode, modeReason, weak]).toEqual([path, 'lexical-only', 'Vectors are off.', false])
    expect(first?.passage.text).toContain(shown)
    expect(first?.passage.matches.length).toBeGreaterThan(0)
  })

  it.each([
    ['cafe', 'café'], ['café', 'café'], ['CAFÉ', 'café'], ['cafe\u0301', 'café'], ['lodz', 'Łódź'], ['Łódź', 'Łódź'], ['creme brulee', 'crème'], ['nunez', 'Núñez'], ['Zurich', 'Zürich'], ['grosse', 'Größe'], ['Größe', 'Größe'],
  ])('%s finds what is written %s, and shows it as written', async (query, written) => {
    const { results: [first] } = await find(query)
    expect(first?.sourcePath).toBe('accents.md')
    expect(first?.passage.matches.map(({ startOffset, endOffset }) => first.passage.text.slice(startOffset, endOffset))).toContain(written)
  })

  it.each([['Ångström', 'decomposed.md'], ['smörgåsbord', 'plain.md'], ['Malmö façade', 'plain.md']])('%s finds %s, whichever of the two has the accents and however they are composed', async (query, path) => {
    expect((await paths(query))[0]).toBe(path)
  })

  // Fewer than forty letters are of no decided language.
  it.each([['résumé', 'decomposed.md'], ['resume', 'decomposed.md']])('%s finds %s, a note too short to tell its language', async (query, path) => {
    expect((await paths(query))[0]).toBe(path)
  })

  it.each(['loadUserProfile', 'user profile', 'profile', 'loaduserprofile', 'parse_http_header', 'http header', 'header', 'PARSE_HTTP_HEADER', 'XMLHttpRequest', 'xml', 'http request', 'kebab-case-name', 'kebab', '"loadUserProfile"', '"parse_http_header"'])('a joined name is found whole and in parts: %s', async (query) => {
    expect(await paths(query)).toEqual(['names.md'])
  })
})

describe('a short note among notes of another language than English', () => {
  const german = (at: number) => `Die Gebühren des Hafens Nummer ${at} zahlt das Amt, weil der Vertrag es so will und niemand sonst dafür aufkommt.`
  beforeAll(() => open({
    'kurz.md': '# Kurz\n\nRechnungen und Häuser.\n', 'cv.md': '# Kurz\n\nDie Résumés von Lodz.\n', 'ru.md': '# Ru\n\nНовости недели.\n',
    ...filler(6, german),
  }, { state: 'unavailable', reason: 'Vectors are off.' }))
  afterAll(() => index.close())

  it.each([
    ['Rechnungen', 'kurz.md'], ['Häuser', 'kurz.md'], ['"Häuser"', 'kurz.md'], ['"Rechnungen und Häuser"', 'kurz.md'], ['Résumés', 'cv.md'], ['resumes', 'cv.md'], ['Łódź', 'cv.md'], ['новости', 'ru.md'], ['"Новости недели"', 'ru.md'],
  ])('is found as written: %s', async (query, path) => {
    const { results: [first], weak } = await find(query)
    expect([first?.sourcePath, weak]).toEqual([path, false])
  })

  it('is not all that a phrase of stop words leaves', async () => {
    const all = await paths('Gebühren', owner, { limit: 50 })
    expect(all).toHaveLength(6)
    expect(await paths('Gebühren "und"', owner, { limit: 50 })).toEqual(all)
    expect(await paths('Rechnungen -und')).toEqual(['kurz.md'])
  })
})

describe('a query with slips in its syntax', () => {
  beforeAll(() => open({ 'a.md': '# Dues\n\nThe ferry pays forty crowns to the harbour: note foo bar.\n', 'b.md': '# Lamp\n\nThe lamp is lit at dusk.\n' }))
  afterAll(() => index.close())

  it.each([
    ['ferry "forty crowns', /quotation mark/], ['"ferry', /quotation mark/], ['ferry"', /quotation mark/], ['ferry - crowns', /dash/], ['- ferry', /dash/], ['ferry -- crowns', /dash/], ['ferry kind:banana', /kind:banana.*the kinds are/], ['ferry year:22', /year/],
    ['ferry as-of:soon', /date looks like/], ['ferry project:', /project/], ['ferry author:tk', /author/], ['ferry date:2022', /date/], ['ferry author:"forty crowns"', /author/], ['ferry -kind:note', /kind:note.*left out/], ['ferry -title:"Lamp"', /left out/],
  ])('%s is forgiven, and said', async (query, said) => {
    const { results, notes } = await find(query)
    expect(results[0]?.sourcePath).toBe('a.md')
    expect(notes).toHaveLength(1)
    expect(notes[0]).toMatch(said)
  })

  it.each(['https://example.org/ferry', 'ferry at 12:30', 'the ferry: crowns', 'std::ferry', 'ferry-boat', 'ferry()', 'ferry & (crowns | !harbour) <-> :*', "ferry's", 'C:\\ferry', '** ferry ~ ^2'])('%s is nothing to remark on', async (query) => {
    const { results, notes } = await find(query)
    expect([notes, results[0]?.sourcePath]).toEqual([[], 'a.md'])
  })

  it('made of nothing else finds nothing, in peace', async () => {
    for (const query of ['"', '-', '--', '""', '" "', '- "', '   ', '""""', "'", ':', '()', '\\', '%', '_', '\0']) expect((await find(query)).results.filter(({ reasons }) => reasons.some(({ arm }) => arm === 'lexical'))).toEqual([])
  })
})

describe('nonsense and foreign questions', () => {
  const subjects = ['retries', 'letters', 'harbour dues', 'the courier', 'queue names', 'releases', 'backups', 'the ferry', 'invoices', 'lamps', 'keys', 'clocks']
  beforeAll(() => open(Object.fromEntries(subjects.flatMap((subject, at) => Array.from({ length: 4 }, (_, part) => [`s${at}-${part}.md`, `# Note ${part} on ${subject}\n\nWhat was decided about ${subject} in meeting ${at * 4 + part}: the team keeps ${subject} under review and writes every change to the log of ${2015 + part}.\n`] as const)))))
  afterAll(() => index.close())

  it.each(['qwertzuiop asdfghjkl', 'xkcd zzyzx blorptang', 'ffffffff 0x9c3e aaaaaaaaaa'])('“%s” is said to match nothing well, and no score is high', async (query) => {
    for (const mode of modes) {
      const { results, weak } = await find(query, owner, { mode })
      expect([mode, weak]).toEqual([mode, true])
      expect(results.flatMap(({ reasons }) => reasons).filter(({ arm, score }) => (arm === 'lexical' ? score > 0 : arm === 'vector' && score >= 0.42))).toEqual([])
    }
  })

  it('unrelated questions are said to match nothing well by words, and share no list', async () => {
    const asked = [foreignQuestions[0], foreignQuestions[60], foreignQuestions[150]].filter((question) => question !== undefined)
    expect(asked).toHaveLength(3)
    const lists: string[] = []
    for (const question of asked) {
      expect([question, (await find(question, owner, { mode: 'lexical' })).weak]).toEqual([question, true])
      lists.push(JSON.stringify(await paths(question)))
    }
    expect(new Set(lists).size).toBe(lists.length)
    expect((await find('harbour dues decided', owner, { mode: 'lexical' })).weak).toBe(false)
  })
})

describe('one among many', () => {
  afterEach(() => index.close())

  const query = 'retry budget exhausted'
  const openLog = async () => {
    const log = Array.from({ length: 1600 }, (_, at) => `2024-03-${String((at % 28) + 1).padStart(2, '0')} ${at % 24}:${at % 60} worker ${at % 17}: ${at % 4 === 0 ? 'retry budget exhausted, job moved to the quarantine queue' : `job ${at * 31} done in ${at % 900} ms by host h${at % 40}`}, shard ${at % 13}, trace ${(at * 2654435761).toString(16)}.`)
    const text = `# Worker log\n\n${log.join('\n').replace(/((?:.*\n){20})/g, '$1\n')}\n`
    expect(text.length).toBeGreaterThan(150_000)
    await open({
      'log.md': text, 'answer.md': '# Retry budget\n\nWhen the retry budget of a job is exhausted, the worker moves it to the quarantine queue, from where a person may start it anew.\n',
      ...filler(12, (at) => `Team ${at} reviews the budget and the queue of its workers, retry by retry, on day ${at}.`),
    })
  }

  it('a one-page answer goes before a 200 KB log that names the words a hundred times', async () => {
    await openLog()
    for (const mode of modes) for (const asked of [query, `what happens when the ${query}`, `${query} quarantine queue`]) expect([mode, asked, (await paths(asked, owner, { mode }))[0]]).toEqual([mode, asked, 'answer.md'])
  })

  // The log takes every place of the arms' lists before any rule about documents is applied.
  it('a 200 KB log leaves room for the notes that hold the words too', async () => {
    await openLog()
    for (const mode of modes) expect((await paths(query, owner, { mode })).filter((path) => path === 'log.md').length).toBeLessThanOrEqual(3)
  })

  it('fusion buries neither a passage that shares no word nor one that alone holds a rare word', async () => {
    const words = deterministicEmbedder()
    // A model to which the two ways of saying it are one.
    const synonyms: readonly (readonly [RegExp, string])[] = [[/automobile/gi, 'car'], [/mending/gi, 'repair'], [/landlord/gi, 'owner'], [/outage/gi, 'failure'], [/remedy/gi, 'procedure']]
    const embedder = { ...words, embed: (texts: readonly string[], options?: Parameters<typeof words.embed>[1]) => words.embed(texts.map((text) => synonyms.reduce((said, [from, to]) => said.replace(from, to), text)), options) }
    await open({
      'meaning.md': '# Automobile mending\n\nAutomobile mending: landlord.\n',
      'rare.md': `# Inventory\n\nShelf one holds lamps, ropes, buckets, nails and paint; shelf two a zyxgate, brushes, hinges, screws, wire and twelve jars of varnish that nobody ever opened.\n`,
      ...filler(40, (at) => (at % 2 === 0 ? `The owner of hall ${at} saw a car and asked for the repair of door ${at * 3}, among other things of that week, and the porter wrote it down.` : `Outage remedy ${at}: the failure procedure of pump ${at}.`)),
    }, { state: 'ready', embedder })
    const meant = (await find('car repair owner')).results.find(({ sourcePath }) => sourcePath === 'meaning.md')
    expect(meant?.reasons.map(({ arm }) => arm)).toEqual(['vector', 'fusion'])
    expect(meant?.reasons[0]).toMatchObject({ arm: 'vector', rank: 1 })
    expect(meant?.why).toMatch(/meaning; shares no word/)
    const { results } = await find('zyxgate failure procedure')
    const rare = results.find(({ sourcePath }) => sourcePath === 'rare.md')
    expect(rare?.reasons.find(({ arm }) => arm === 'lexical')).toMatchObject({ terms: ['zyxgate'] })
    expect(rare?.why).toMatch(/“zyxgate”/)
    // The near misses by meaning are there as well.
    expect(results.filter(({ reasons }) => reasons.some(({ arm, rank }) => arm === 'vector' && rank <= 10)).length).toBeGreaterThan(0)
  })
})

describe('code in a note', () => {
  afterEach(() => index.close())

  const body = ['# Deploying', '', '## Steps', '', 'Before it the quokka waits.', '', '```sh', '# install the wombat first', 'wombat --install', '', '---', '', '## not a heading', 'wombat --start', '```', '', 'After it the numbat rests.', '', '## Later', '', 'The bilby sleeps.', '']

  it.each([['as usual', body.join('\n'), 0], ['with CRLF', body.join('\r\n'), 0], ['with a byte order mark', `\uFEFF${body.join('\n')}`, 0], ['after blank lines', `\n\n\n${body.join('\n')}`, 3], ['with all three', `\uFEFF\r\n\r\n${body.join('\r\n')}`, 2]])('is no structure, %s: every hit has its own heading and lines', async (_, text, shift) => {
    await open({ 'deploy.md': text })
    for (const [query, heading, line] of [['quokka', 'Steps', 5], ['"install the wombat first"', 'Steps', 8], ['"not a heading"', 'Steps', 13], ['numbat', 'Steps', 17], ['bilby', 'Later', 21]] as const) {
      const { results: [first] } = await find(query, owner, { mode: 'lexical' })
      expect([query, first?.title, first?.headingPath]).toEqual([query, 'Deploying', ['Deploying', heading]])
      expect(first?.passage.startLine).toBeLessThanOrEqual(line + shift)
      expect(first?.passage.endLine).toBeGreaterThanOrEqual(line + shift)
      // The line that the passage says it stands on is the file's own.
      const stated = text.split(/\r?\n/).slice((first?.passage.startLine ?? 1) - 1, first?.passage.endLine).join('\n')
      expect(stated.replace(/^\uFEFF/, '').trim()).toBe(first?.passage.text.replaceAll('\r\n', '\n').trim())
    }
    const headings = (await find('wombat quokka numbat bilby', owner, { mode: 'lexical', limit: 50 })).results.flatMap(({ headingPath }) => headingPath)
    expect(new Set(headings)).toEqual(new Set(['Deploying', 'Steps', 'Later']))
  })
})
