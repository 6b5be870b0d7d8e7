import { seededIntegers } from '@/lib/foundation'

/** A file as it could stand in anybody's folder, or in one that was made to break a reader. */
export interface HostileFile {
  readonly path: string
  readonly bytes: Uint8Array
}

interface Choice {
  /** 0 up to `below`. */
  readonly number: (below: number) => number
  readonly one: <T>(items: readonly [T, ...T[]]) => T
  /** How often something is repeated: mostly a few times, sometimes a few hundred. */
  readonly times: () => number
}

interface Content {
  readonly extension: 'md' | 'markdown' | 'yaml' | 'yml' | 'json' | 'MD'
  readonly content: string | Uint8Array
}

/** Names that differ only in case, Unicode form or separators, that hold what shells and patterns mean, or that are as long as a name may be. */
const names: readonly [string, ...string[]] = [
  'note', 'Note', 'NOTE', 'README', 'readme', 'ReadMe', 'my_file', 'my-file', 'my file', 'my  file', '🐘', '°', '----=-', 'ü', 'u\u0308', 'é', 'e\u0301', '\uAC00', '\u1100\u1161',
  'ﬁle', 'file', 'ＦＩＬＥ', 'İ', 'i\u0307', 'ß', 'ss', 'line\nbreak', 'return\rhere', 'tab\there', 'quote"s', "apostrophe's", 'back\\slash', 'star*', 'what?', '[brackets]', '{braces}', '(a+)+$', '$1', '%00', '%2e%2e',
  ' leading', 'trailing ', 'dots...', '-rf', '--help', '#hash', 'a;b', 'a|b', 'a&b', '<b>', "'; drop table document; --", 'up..∕x', 'نوتة', 'עברית', '\u202Etxt', 'zero\u200Bwidth', '\uFEFF', '\u00A0', '見出し',
  'constructor', '__proto__', 'toString', 'CON', 'nul', 'k81r', 'x'.repeat(240), '語'.repeat(80), '🐘'.repeat(60), '2024-02-30', '99999-01-01', 'adr-0000', 'DEC-999999999999', 'index.md', 'md.md',
]

const oddWords: readonly [string, ...string[]] = [
  'queue', 'receipt', 'é🐘', '見出し', '\u200B', '\uFEFF', '\u202Ereversed\u202C', 'مرحبا', 'שלום', '`', '``', '[[', ']]', '[[a|b]]', '[[a#^b]]', '![[c]]', '[', ']', '](', '(', '<', '>', '<div', '-->', '<!--', '%%', '$$', '$',
  '|', '\\|', '\\', '*', '**', '_', '__', '~~', '#tag', '#', '&#0;', '&#xD800;', '&amp;', 'http://[::1', 'www.', 'a@b', '[^1]', '[^1]:', '%00', '(a+)+$', '.*', '^$', '\\u0000', '\uFFFE', '\u2028', '\u0085', '\u0001', '\u001B[31m', 'x'.repeat(70),
  '__proto__', 'constructor', '${x}', '{{x}}', "'; --", '\u{E0041}', 'a\u0300\u0301\u0302', '1e999', '-0', '٣', '0x1F',
]

/** What YAML and JSON can say and PostgreSQL cannot store, next to what merely looks so. */
const escapes: readonly [string, ...string[]] = [
  '\\0', '\\u0000', '\\ud800', '\\uDFFF\\uD800', '\\x00', '\\uFFFF', '\\n', '\\t', '\\"', '\\\\u0000', '\\u202e', '\\ud83d\\udc18',
]

const hostileKeys: readonly [string, ...string[]] = [
  'title', 'id', 'tags', 'aliases', 'scope', 'project', 'status', 'date', 'supersedes', 'superseded-by', 'kind', 'local-only', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', '"a\\0b"', '? x', '<<', '*a', '&a', '!!js/function', 'a b c',
  'TITLE', 'Scope', '0', 'null', 'true', 'ключ', '"\\ud800"',
]

const hostileValues: readonly [string, ...string[]] = [
  '*Italic*', '[[a]]suffix', '- [[a]]suffix', '"C:\\Users\\tk"', '@at', '`tick', '%x', '!!binary AAA=', '!!python/object x', '|\n  block\n', '>-\n  folded', '{a: b', '[a, b', '"unclosed', "'unclosed", '&anchor x', '*anchor', '\t', '\ttab', '0000-00-00', '99999-01-01',
  '2024-02-30', '-9999-01-01', '2024-01-01T25:61:61Z', '1e309', '9'.repeat(400), '.inf', '.nan', '~', 'null', 'true', 'public', '[public, private]', '{a: {b: {c: d}}}', '🐘', '\u202E', '# comment', 'a: b: c', ': :', '---', '...', '? ', 'x'.repeat(3000), '[]', '{}', "''", '""',
]

const lineOf = (choice: Choice): string => Array.from({ length: 1 + choice.number(12) }, () => choice.one(oddWords)).join(choice.one([' ', ' ', '']))
const repeat = (choice: Choice, make: (at: number) => string): string => Array.from({ length: choice.times() }, (_, at) => make(at)).join('')
const quoted = (choice: Choice): string => `"${Array.from({ length: 1 + choice.number(3) }, () => choice.one(escapes)).join('x')}"`

function frontmatter(choice: Choice): string {
  const lines = Array.from({ length: 1 + choice.number(8) }, () => `${choice.one(hostileKeys)}${choice.one([': ', ': ', ': ', ':', ' : ', ':\t', '\n'])}${choice.number(3) === 0 ? quoted(choice) : choice.one(hostileValues)}`)
  return `---\n${lines.join('\n')}\n${choice.one(['---\n', '---\n', '---\n', '', '--- \n', '----\n', '...\n', '---'])}`
}

function withLineEnds(choice: Choice, text: string): string {
  return choice.one(['', '', '', '\uFEFF', '\n\n', '\r\n']) + text.replaceAll('\n', choice.one(['\n', '\n', '\r\n', '\r']))
}

const md = (make: (choice: Choice) => string) => (choice: Choice): Content => ({ extension: choice.one(['md', 'md', 'md', 'markdown', 'MD']), content: withLineEnds(choice, make(choice)) })
const nested = (choice: Choice, open: string, close: string): string => { const depth = choice.times(); return `${open.repeat(depth)}${choice.one(oddWords)}${close.repeat(choice.one([0, 1, depth]))}` }

const shapes: readonly [(choice: Choice) => Content, ...((choice: Choice) => Content)[]] = [
  md((choice) => `${frontmatter(choice)}# ${lineOf(choice)}\n\n${lineOf(choice)}\n`),
  md((choice) => `${frontmatter(choice)}${lineOf(choice)}`),
  md((choice) => `# ${lineOf(choice)}\n\n${repeat(choice, () => `${lineOf(choice)}\n${choice.one(['', '', '\n'])}`)}`),
  md((choice) => repeat(choice, () => `${'#'.repeat(choice.number(8))}${choice.one([' ', '', '\t'])}${lineOf(choice)}\n`)),
  md((choice) => `${choice.one(['```', '~~~', '````', '```sh'])}\n# no heading\n---\n${repeat(choice, () => `${lineOf(choice)}\n`)}${choice.one(['```', '~~~', ''])}\n## After\n\n${lineOf(choice)}`),
  md((choice) => `${lineOf(choice)}\n\n${repeat(choice, (at) => `${choice.one(['- ', '* ', '1. ', '- [ ] ', '+ ', '> - '])}${at} ${lineOf(choice)}\n`)}`),
  md((choice) => repeat(choice, (at) => `${' '.repeat(2 * Math.min(at, 60))}- ${lineOf(choice)}\n`)),
  md((choice) => `| ${lineOf(choice)} | b \\| c |\n|---|:-:|\n${repeat(choice, () => `| ${lineOf(choice)} | ${lineOf(choice)} |\n`)}`),
  md((choice) => { const columns = choice.times(); return `${'| h '.repeat(columns)}|\n${'|---'.repeat(columns)}|\n${'| c '.repeat(choice.one([columns, 1, 2 * columns]))}|\n` }),
  md((choice) => nested(choice, '[', ']')), md((choice) => nested(choice, '> ', '')), md((choice) => nested(choice, '>', '')), md((choice) => nested(choice, '- ', '')), md((choice) => nested(choice, '<div>', '</div>')), md((choice) => nested(choice, '![[', ']]')),
  md((choice) => nested(choice, '*', '*')), md((choice) => nested(choice, '**a _b ', '_ **')), md((choice) => nested(choice, '`'.repeat(1 + choice.number(5)), '`')), md((choice) => nested(choice, '<!-- ', ' -->')), md((choice) => nested(choice, '[a](', ')')), md((choice) => nested(choice, '$$\n', '$$\n')),
  md((choice) => repeat(choice, (at) => `${choice.one(['[^1]: ', '[a]: ', '[^', '[[', '![](', '<a href="', '<'])}${at}${choice.one(['\n', '', ' '])}`)),
  md((choice) => repeat(choice, (at) => choice.one([`[^${at}] `, `[[Note ${at}#^b|x]] `, `#tag/${at}/sub `, `[a](../${at}%00.md) `, `[a](%ED%A0%80 "t") `, `![](${at}.png) `, `www.e${at}.org `, `[[ ]] `, '[[#]] ', `#${'/'.repeat(at % 40)}x `]))),
  md((choice) => `# Decision\n\n## Status\n\n${choice.one(['Superseded by', 'Replaced by', 'Supersedes'])} ${lineOf(choice)}\n\nDate: ${choice.one(hostileValues)}\n`),
  md((choice) => choice.one(['', '\uFEFF', ' ', '\n', '\r', '\t \n', '\u00A0', '\u200B', '\u2028', '---', '---\n', '---\n---', '---\n---\n', '---\n\n---\n', '#', '#\n', '-', '>', '|', '```', '$$', '<', '[', '\\', '\u0085', '\v', '\f'])),
  md((choice) => `${'a'.repeat(995 + choice.number(10))}${'🐘'.repeat(10 * choice.times())}\n\nsuperseded by 🐘\n`),
  (choice) => ({ extension: choice.one(['yaml', 'yml']), content: withLineEnds(choice, repeat(choice, () => `${choice.one(hostileKeys)}: ${choice.number(3) === 0 ? quoted(choice) : choice.one(hostileValues)}\n`)) }),
  (choice) => ({ extension: choice.one(['yaml', 'json', 'yml']), content: nested(choice, choice.one(['[', '{"a":', '{', '- ', '? ', '&a [']), choice.one([']', '}', ''])) }),
  (choice) => ({ extension: 'json', content: `{${Array.from({ length: 1 + choice.number(6) }, () => `${quoted(choice)}: ${choice.one(['1e999', '[]', '{"__proto__": {"x": 1}}', 'null', '-', '"\\q"', quoted(choice), `[${quoted(choice)}, ${'9'.repeat(400)}]`])}`).join(',')}${choice.one(['}', '}', ',}', ''])}` }),
  (choice) => ({ extension: 'json', content: JSON.stringify({ name: lineOf(choice), version: lineOf(choice), tags: [lineOf(choice)], ['__proto__x']: { constructor: lineOf(choice) }, changes: Array.from({ length: choice.times() }, () => lineOf(choice)) }, null, choice.number(3)) }),
  (choice) => ({ extension: choice.one(['md', 'yaml', 'json']), content: Uint8Array.from({ length: 1 + choice.number(120) }, () => choice.number(256)) }),
  (choice) => ({ extension: 'md', content: Uint8Array.from([...Buffer.from(`# ${lineOf(choice)}\n`), ...choice.one([[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0]])]) }),
  (choice) => ({ extension: choice.one(['md', 'json']), content: Uint8Array.from([0xff, 0xfe, ...Buffer.from(lineOf(choice), 'utf16le')]) }),
  (choice) => ({ extension: 'md', content: Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array.from({ length: 40 }, () => choice.number(256))]) }),
  (choice) => ({ extension: 'yaml', content: `a: &a [x, x, x, x, x, x, x, x, x]\n${Array.from({ length: choice.number(14) }, (_, at) => `l${at}: &l${at} [${`*${at === 0 ? 'a' : `l${at - 1}`},`.repeat(9)}]`).join('\n')}\ntitle: Bomb\n` }),
]

function choose(seed: number): Choice {
  const next = seededIntegers(seed)
  const number = (below: number) => next() % below
  return { number, one: (items) => items[number(items.length)] ?? items[0], times: () => (number(60) === 0 ? 100 + number(400) : 1 + number(12)) }
}

/** `count` small files of every shape under every name, no path twice, the same for the same seed. Nothing is written. */
export function* hostileFiles(seed: number, count: number): Generator<HostileFile> {
  const choice = choose(seed)
  for (let at = 0; at < count; at++) {
    const { extension, content } = choice.one(shapes)(choice)
    const folder = `${choice.one(['folder', 'Folder', 'o\u0308 "x"', '日本', '-'])} ${Math.floor(at / names.length)}`
    yield { path: `${folder}/${names[at % names.length] ?? ''}.${extension}`, bytes: typeof content === 'string' ? new TextEncoder().encode(wellFormed(content)) : content }
  }
}

function wellFormed(text: string): string {
  return Buffer.from(text, 'utf8').toString('utf8')
}

/** Random letters and digits, which no storage compresses away. */
function noise(length: number): string {
  const choice = choose(length)
  return Array.from({ length }, () => 'abcdefghijklmnopqrstuvwxyz0123456789'.charAt(choice.number(36))).join('')
}

const aliasBomb = `l0: &l0 [x, x, x, x, x, x, x, x, x]\n${Array.from({ length: 30 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at},`.repeat(9)}]`).join('\n')}\n`

/** One of each shape at a size that would keep a careless reader busy or exhaust its memory. The texts that stay in search hold the word `findable`. */
const large: readonly (readonly [string, () => string])[] = [
  ['list of 20,000.md', () => `# L\n\n${'- an item findable\n'.repeat(20_000)}`], ['numbers.md', () => Array.from({ length: 20_000 }, (_, at) => `${at}. findable\n`).join('')], ['tasks nested.md', () => Array.from({ length: 20_000 }, (_, at) => `${' '.repeat(at % 60)}- [ ] findable\n`).join('')],
  ['line of 5 MB.md', () => `findable ${'word '.repeat(1_000_000)}`], ['line of 3 MB without spaces.md', () => `findable ${'x'.repeat(3_000_000)}`], ['line of 50 MB.md', () => 'x'.repeat(50_000_000)], ['elephants.md', () => `findable ${'🐘'.repeat(500_000)}`], ['drawing of 7 MB.json', () => JSON.stringify({ name: 'findable', data: 'A'.repeat(7_000_000) })],
  ['quotes.md', () => `${'> '.repeat(20_000)}findable`], ['quotes tight.md', () => `${'>'.repeat(50_000)}findable`], ['quoted lines.md', () => `${'> '.repeat(90)}findable\n`.repeat(500)], ['lists in a line.md', () => `${'- '.repeat(20_000)}findable`], ['stairs.md', () => Array.from({ length: 2_000 }, (_, at) => `${' '.repeat(2 * at)}- findable\n`).join('')],
  ['brackets.md', () => `findable ${'['.repeat(90_000)}`], ['brackets closed.md', () => `findable ${'['.repeat(50_000)}${']'.repeat(50_000)}`], ['images.md', () => `findable ${'![['.repeat(30_000)}`], ['half links.md', () => `findable ${'[a]('.repeat(20_000)}`], ['half images.md', () => `findable ${'![a][b'.repeat(15_000)}`],
  ['html.md', () => `findable\n\n${'<div>'.repeat(18_000)}`], ['html open.md', () => `findable ${'<a '.repeat(30_000)}`], ['attributes.md', () => `findable <a ${'x="y" '.repeat(15_000)}`], ['comments open.md', () => `findable ${'<!--'.repeat(20_000)}`], ['declarations.md', () => `findable ${'<!A '.repeat(20_000)}`], ['instructions.md', () => `findable ${'<?'.repeat(40_000)}`], ['cdata.md', () => `findable ${'<![CDATA['.repeat(10_000)}`],
  ['stars.md', () => `findable ${'*a **b '.repeat(12_000)}`], ['stars closed.md', () => `findable ${'*'.repeat(45_000)}a${'*'.repeat(45_000)}`], ['underscores.md', () => `findable ${'_a __b '.repeat(12_000)}`], ['strikes.md', () => `findable ${'~~a '.repeat(20_000)}`], ['ticks.md', () => `findable ${Array.from({ length: 420 }, (_, at) => `a${'`'.repeat(at)}`).join('')}`],
  ['dollars.md', () => `findable ${Array.from({ length: 420 }, (_, at) => `a${'$'.repeat(at)}`).join('')}`], ['definitions.md', () => `findable\n\n${Array.from({ length: 5_000 }, (_, at) => `[a${at}]: b\n`).join('')}`], ['footnotes.md', () => `findable ${Array.from({ length: 5_000 }, (_, at) => `[^${at}]`).join(' ')}\n\n${Array.from({ length: 2_500 }, (_, at) => `[^${at}]: note\n`).join('')}`],
  ['links.md', () => `findable ${Array.from({ length: 6_000 }, (_, at) => `[[Note ${at}]]`).join(' ')}`], ['tags.md', () => `findable ${Array.from({ length: 8_000 }, (_, at) => `#tag${at}`).join(' ')}`], ['slashes.md', () => `findable #${'/'.repeat(90_000)}x`], ['addresses.md', () => `findable ${'www.a.'.repeat(15_000)}`], ['mail.md', () => `findable ${'a@a.'.repeat(20_000)}`], ['mail dots.md', () => `findable ${'a.'.repeat(40_000)}@`], ['http.md', () => `findable ${'http://'.repeat(12_000)}`],
  ['entities.md', () => `findable ${'&'.repeat(90_000)}`], ['escapes.md', () => `findable ${'\\'.repeat(90_000)}`], ['rows.md', () => `| a | b |\n|--|--|\n${'| findable | x |\n'.repeat(5_000)}`], ['columns.md', () => `${'| findable '.repeat(2_000)}|\n${'|---'.repeat(2_000)}|\n${`${'| c '.repeat(2_000)}|\n`.repeat(10)}`], ['pipes.md', () => `findable ${'|'.repeat(90_000)}`], ['delimiters.md', () => `| findable |\n${'|-'.repeat(40_000)}`],
  ['headings.md', () => 'findable\n' + '# a\n'.repeat(10_000)], ['heading of 150,000.md', () => `# ${'findable '.repeat(16_000)}\n\n${'## sub\n\ntext\n\n'.repeat(500)}`], ['underlined.md', () => `findable\n${'a\n'.repeat(45_000)}===`], ['rules.md', () => `findable\n\n${'---\n'.repeat(20_000)}`], ['blank lines.md', () => `findable${'\n'.repeat(90_000)}end`], ['spaces.md', () => `findable${' '.repeat(90_000)}\nend`], ['tabs.md', () => `findable\n${'\t'.repeat(90_000)}\nend`],
  ['fences.md', () => `findable\n${'```\n'.repeat(20_001)}`], ['paragraphs.md', () => `findable\n\n${'a\n\n'.repeat(100_000)}`], ['marks.md', () => `findable a${'\u0301'.repeat(90_000)}`], ['joined.md', () => `findable ${'a_'.repeat(45_000)} ${'a.b-'.repeat(20_000)} ${'aB'.repeat(40_000)}`], ['apostrophes.md', () => `findable ${"a'".repeat(45_000)}`], ['digits.md', () => `findable ${'1,000'.repeat(18_000)}`], ['han.md', () => `findable ${'見出'.repeat(45_000)}`],
  ['bomb.md', () => `---\n${aliasBomb}title: Bomb\n---\nfindable`], ['bomb.yaml', () => `title: findable\n${aliasBomb}`], ['wide bomb.md', () => `---\na: &a [${'x,'.repeat(50_000)}]\ntags: [${'*a,'.repeat(90)}]\n---\nfindable`], ['merge bomb.yaml', () => `a: &a {x: 1}\n${Array.from({ length: 300 }, (_, at) => `b${at}: {<<: [${'*a,'.repeat(60)}]}\n`).join('')}title: findable\n`],
  ['deep.yaml', () => `${'['.repeat(50_000)}findable`], ['deep.json', () => `${'{"a":'.repeat(20_000)}"findable"${'}'.repeat(20_000)}`], ['deep blocks.yaml', () => Array.from({ length: 600 }, (_, at) => `${' '.repeat(at)}a:\n`).join('') + `${' '.repeat(600)}findable`], ['dashes.yaml', () => `${'- '.repeat(20_000)}findable`], ['questions.yaml', () => `${'? '.repeat(20_000)}findable`], ['deep head.md', () => `---\na: ${'['.repeat(20_000)}\n---\nfindable`],
  ['keys.yaml', () => Array.from({ length: 12_000 }, (_, at) => `key${at}: findable\n`).join('')], ['keys.md', () => `---\n${Array.from({ length: 12_000 }, (_, at) => `key${at}: x\n`).join('')}---\nfindable`], ['broken keys.md', () => `---\n${Array.from({ length: 9_000 }, (_, at) => `key${at}: "\\q"\n`).join('')}---\nfindable`], ['items.json', () => JSON.stringify({ name: 'findable', items: Array.from({ length: 20_000 }, (_, at) => at) })], ['long key.json', () => JSON.stringify({ [noise(90_000)]: Array.from({ length: 3_000 }, () => 'findable') })], ['quotes.yaml', () => `a: "${'\\"'.repeat(90_000)}findable`],
  ['long title.md', () => `---\ntitle: ${noise(200_000)}\n---\n${'findable words of a paragraph.\n\n'.repeat(3_000)}`], ['long id.md', () => `---\nid: ${noise(9_000)}\n---\nfindable`], ['long project.md', () => `---\nproject: ${noise(200_000)}\n---\n${'findable words of a paragraph.\n\n'.repeat(3_000)}`], ['long tags.md', () => `---\ntags: [${noise(200_000)}]\naliases: [${noise(20_000)}]\n---\nfindable`], ['long status.md', () => `# D\n\n## Status\n\nSuperseded by ${noise(100)} ${'🐘 '.repeat(4_000)}\n\nfindable`], ['labels.md', () => `findable\n\n${`${'a'.repeat(24)} `.repeat(120)}\n`],
]

/** The large shapes, in a folder of their own; each is made when it is asked for. */
export function* largeHostileFiles(): Generator<HostileFile> {
  for (const [name, make] of large) yield { path: `large/${name}`, bytes: new TextEncoder().encode(make()) }
}

/** One of the large shapes by its name. */
export function largeHostileFile(name: string): HostileFile {
  const found = large.find(([known]) => known === name)
  if (found === undefined) throw new Error(`There is no large hostile file ${name}.`)
  return { path: `large/${name}`, bytes: new TextEncoder().encode(found[1]()) }
}
