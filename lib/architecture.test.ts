import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/** The rooms in the order in which data flows; each may import those before it. */
const rooms: readonly string[] = [
  'foundation', 'database', 'models', 'access', 'ledger', 'sources', 'analysis', 'documents', 'indexing', 'retrieval', 'evidence', 'answerability',
  'synthesis', 'verification', 'answers', 'evaluation', 'runtime', 'cli',
]

/** Only the command line's entry and the threads' entries do something when they are loaded. */
const entries: readonly string[] = ['lib/cli/main.ts', 'lib/database/database-worker.ts', 'lib/models/embedding-worker.ts', 'lib/indexing/indexing-worker.ts', 'lib/indexing/reading-worker.ts']

/**
 * Settings are parsed in one file. Next writes the other two's values into its build, and `serve` and a
 * benchmark's server hand the environment on to a child process and to the framework.
 */
const environmentReaders: readonly string[] = ['lib/foundation/settings.ts', 'proxy.ts', 'instrumentation.ts', 'lib/cli/serve.ts', 'lib/cli/bench-server.ts']

/** Calculation only: whatever these need from a database or a model is given to them. */
const pureFiles: readonly string[] = [
  'lib/retrieval/fuse.ts', 'lib/retrieval/bm25.ts', 'lib/documents/chunk.ts', 'lib/documents/parse-document.ts', 'lib/analysis/analyze.ts',
  'lib/documents/resolve-links.ts', 'lib/documents/find-fragment.ts',
  'lib/evaluation/score-rankings.ts', 'lib/evaluation/score-case.ts', 'lib/evaluation/compare-runs.ts',
  'lib/verification/compare.ts', 'lib/verification/verbatim.ts', 'lib/verification/table.ts',
]

const sqlPlaces: readonly RegExp[] = [/^lib\/database\//, /^lib\/[^/]+\/store[^/]*\.ts$/, /^lib\/indexing\//, /^lib\/retrieval\/search-[^/]+\.ts$/]

interface Import {
  readonly from: string
  /** Erased before it runs. */
  readonly typeOnly: boolean
}

interface SourceText {
  /** From the root, with `/`. */
  readonly path: string
  readonly text: string
}

function parse({ path, text }: SourceText): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS)
}

function nodesOf(source: SourceText): readonly ts.Node[] {
  const found: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(parse(source))
  return found
}

function isTypeOnlyImport({ importClause }: ts.ImportDeclaration): boolean {
  if (importClause === undefined) return false
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const bindings = importClause.namedBindings
  return importClause.name === undefined && bindings !== undefined && ts.isNamedImports(bindings) && bindings.elements.every((element) => element.isTypeOnly)
}

function isTypeOnlyExport({ isTypeOnly, exportClause }: ts.ExportDeclaration): boolean {
  return isTypeOnly || (exportClause !== undefined && ts.isNamedExports(exportClause) && exportClause.elements.every((element) => element.isTypeOnly))
}

function importsOf(source: SourceText): readonly Import[] {
  return nodesOf(source).flatMap((node): readonly Import[] => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) return [{ from: node.moduleSpecifier.text, typeOnly: isTypeOnlyImport(node) }]
    if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined && ts.isStringLiteral(node.moduleSpecifier)) return [{ from: node.moduleSpecifier.text, typeOnly: isTypeOnlyExport(node) }]
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal)) return [{ from: node.argument.literal.text, typeOnly: true }]
    if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword) return []
    const [argument] = node.arguments
    return argument !== undefined && ts.isStringLiteralLike(argument) ? [{ from: argument.text, typeOnly: false }] : []
  })
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)
const isTestSupport = (path: string): boolean => isTest(path) || /\/testing\.ts$/.test(path)
const roomOf = (path: string): string | null => /^lib\/([^/]+)\//.exec(path)?.[1] ?? null

/** What is wrong with one import of a file in a room, or null. */
function importFault(path: string, room: string, from: string): string | null {
  if (from.startsWith('.')) return /^\.\/[\w-]+$/.test(from) ? null : `${path} imports ${from}; inside a room it is ./file`
  if (!from.startsWith('@/')) return null
  const [, other, ...rest] = /^@\/lib\/([^/]+)(?:\/(.+))?$/.exec(from) ?? []
  if (other === undefined) return `${path} imports ${from}, which is no room`
  if (rest[0] !== undefined && !(rest[0] === 'testing' && isTestSupport(path))) return `${path} imports ${from} past the door of ${other}`
  if (other === room) return isTest(path) ? null : `${path} imports its own door`
  return rooms.indexOf(other) >= 0 && rooms.indexOf(other) < rooms.indexOf(room) ? null : `${path} imports ${other}, which is not above ${room}`
}

/** Rule 1. */
function roomFaults(sources: readonly SourceText[]): readonly string[] {
  return sources.flatMap((source) => {
    const room = roomOf(source.path)
    return room === null ? [] : importsOf(source).flatMap(({ from }) => importFault(source.path, room, from) ?? [])
  })
}

/** Rule 2, first half: whatever stands outside `lib` knows its doors only. */
function doorFaults(sources: readonly SourceText[]): readonly string[] {
  return sources.filter(({ path }) => !path.startsWith('lib/')).flatMap((source) =>
    importsOf(source).filter(({ from }) => /(^|\/)lib\//.test(from) && !/^@\/lib\/[^/]+$/.test(from) && !(isTest(source.path) && /^@\/lib\/[^/]+\/testing$/.test(from)))
      .map(({ from }) => `${source.path} imports ${from} past the door`))
}

/** The file that an import of the project's own names, as one of `sources`. */
function resolve(path: string, from: string, sources: ReadonlyMap<string, SourceText>): SourceText | null {
  const stem = from.startsWith('@/') ? from.slice(2) : from.startsWith('.') ? join(dirname(path), from) : null
  if (stem === null) return null
  return ['.ts', '.tsx', '/index.ts', ''].map((ending) => sources.get(`${stem}${ending}`)).find((found) => found !== undefined) ?? null
}

/** Every file that runs when `start` is loaded, itself included, by the project's own imports that are not only types. */
function loadedBy(start: SourceText, sources: ReadonlyMap<string, SourceText>): readonly SourceText[] {
  const found = new Map([[start.path, start]])
  for (const source of found.values()) {
    for (const { from, typeOnly } of importsOf(source)) {
      const next = typeOnly ? null : resolve(source.path, from, sources)
      if (next !== null) found.set(next.path, next)
    }
  }
  return [...found.values()]
}

const byPath = (sources: readonly SourceText[]): ReadonlyMap<string, SourceText> => new Map(sources.map((source) => [source.path, source]))

function isClientFile(source: SourceText): boolean {
  const [first] = parse(source).statements
  return first !== undefined && ts.isExpressionStatement(first) && ts.isStringLiteral(first.expression) && first.expression.text === 'use client'
}

/** Rule 2, second half: nothing of `lib` runs in the browser. */
function clientFaults(sources: readonly SourceText[]): readonly string[] {
  const all = byPath(sources)
  return sources.filter(isClientFile).flatMap((source) =>
    loadedBy(source, all).filter(({ path }) => path.startsWith('lib/')).map(({ path }) => `${source.path} brings ${path} to the browser`))
}

/** Rule 3. */
function environmentFaults(sources: readonly SourceText[]): readonly string[] {
  const reads = (node: ts.Node): boolean =>
    (ts.isPropertyAccessExpression(node) && node.name.text === 'env' && node.expression.getText() === 'process') ||
    (ts.isElementAccessExpression(node) && node.expression.getText() === 'process') ||
    (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name) && node.initializer?.getText() === 'process') ||
    (ts.isImportDeclaration(node) && /['"](node:)?process['"]/.test(node.moduleSpecifier.getText()))
  return sources.filter((source) => !isTest(source.path) && !environmentReaders.includes(source.path) && nodesOf(source).some(reads)).map(({ path }) => `${path} reads the environment`)
}

/** Rule 4. */
function purityFaults(pure: readonly string[], sources: readonly SourceText[]): readonly string[] {
  const all = byPath(sources)
  return pure.flatMap((path) => {
    const source = all.get(path)
    if (source === undefined) return [`${path} is named pure and is not there`]
    return loadedBy(source, all).filter((loaded) => /^lib\/(database|models)\//.test(loaded.path)).slice(0, 1).map((loaded) => `${path} brings ${loaded.path} with it`)
  })
}

/** Rule 5. */
function sqlFaults(sources: readonly SourceText[]): readonly string[] {
  return sources.filter(({ path }) => !isTestSupport(path) && !sqlPlaces.some((place) => place.test(path)))
    .filter((source) => importsOf(source).some(({ from }) => /^(drizzle-orm|pg|@electric-sql\/pglite)(\/|$)/.test(from)) || nodesOf(source).some((node) => ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'sql'))
    .map(({ path }) => `${path} speaks SQL`)
}

/** Rule 6: at the top of a file only imports, exports and declarations, and none of these waits. */
function runningFaults(sources: readonly SourceText[]): readonly string[] {
  const declares = (statement: ts.Statement): boolean =>
    ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement) || ts.isExportAssignment(statement) || ts.isVariableStatement(statement) || ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) || ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isModuleDeclaration(statement) ||
    (ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression))
  const runs = (statement: ts.Statement): boolean => !declares(statement) || (ts.isVariableStatement(statement) && awaits(statement))
  return sources.filter(({ path }) => !isTest(path) && !entries.includes(path)).filter((source) => parse(source).statements.some(runs)).map(({ path }) => `${path} does something on import`)
}

function awaits(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false
  return ts.isAwaitExpression(node) || (ts.forEachChild(node, (child) => awaits(child) || undefined) ?? false)
}

function read(folder: string): readonly SourceText[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && /\.tsx?$/.test(file.name))
    .map((file) => join(file.parentPath, file.name))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

const project: readonly SourceText[] = [
  ...read('lib'), ...read('app'),
  ...['proxy.ts', 'instrumentation.ts', 'next.config.ts'].filter((path) => existsSync(path)).map((path) => ({ path, text: readFileSync(path, 'utf8') })),
].filter(({ path }) => path !== 'lib/architecture.test.ts')

const made = (path: string, text: string): SourceText => ({ path, text })

describe('the rooms', () => {
  it('are the folders of lib, each with a door', () => {
    const folders = readdirSync('lib', { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) => name)
    expect(folders.sort()).toEqual([...rooms].sort())
    expect(rooms.filter((room) => room !== 'cli' && !existsSync(join('lib', room, 'index.ts')))).toEqual([])
  })

  it('import only rooms above them, through their doors', () => {
    expect(roomFaults(project)).toEqual([])
  })

  it('are found out when they import downwards, past a door, from app, or by ../', () => {
    expect(roomFaults([made('lib/models/a.ts', `import { x } from '@/lib/retrieval'\nexport * from '@/lib/foundation/ids'`)])).toEqual([
      'lib/models/a.ts imports retrieval, which is not above models', 'lib/models/a.ts imports @/lib/foundation/ids past the door of foundation',
    ])
    expect(roomFaults([made('lib/evidence/a.ts', `import type { X } from '@/app/x'\nconst y = await import('../access/identity')\nimport './b/c'`)])).toHaveLength(3)
    expect(roomFaults([made('lib/evidence/a.ts', `import { openTestDatabase } from '@/lib/database/testing'`)])).toHaveLength(1)
    expect(roomFaults([made('lib/evidence/a.ts', `import { x } from '@/lib/evidence'\nimport { y } from '@/lib/nowhere'`)])).toHaveLength(2)
    expect(roomFaults([made('lib/evidence/a.test.ts', `import { x } from '@/lib/evidence'\nimport { openTestDatabase } from '@/lib/database/testing'\nimport { y } from './b'`)])).toEqual([])
  })
})

describe('app', () => {
  it('knows the doors only', () => {
    expect(doorFaults(project)).toEqual([])
    expect(doorFaults([made('app/page.tsx', `import { x } from '@/lib/evidence/store'`), made('app/b.ts', `import { y } from '../lib/evidence'\nimport { z } from '@/lib/evidence'`)])).toHaveLength(2)
  })

  it('brings nothing of lib to the browser but types', () => {
    expect(clientFaults(project)).toEqual([])
    const room = made('lib/evidence/index.ts', 'export const x = 1')
    const between = made('app/between.ts', `export { x } from '@/lib/evidence'`)
    const client = (line: string): SourceText => made('app/client.tsx', `'use client'\n${line}`)
    expect(clientFaults([room, client(`import { x } from '@/lib/evidence'`)])).toEqual(['app/client.tsx brings lib/evidence/index.ts to the browser'])
    expect(clientFaults([room, between, client(`import { x } from './between'`)])).toHaveLength(1)
    expect(clientFaults([room, between, client(`import type { X } from '@/lib/evidence'\nimport { type Y } from './between'`)])).toEqual([])
  })
})

it('the environment is read in one file', () => {
  expect(environmentFaults(project)).toEqual([])
  const ways = ['process.env.PORT', `process['env'].PORT`, `const { env } = process`, `import { env } from 'node:process'`]
  expect(environmentFaults(ways.map((text, at) => made(`lib/access/way-${at}.ts`, text)))).toHaveLength(ways.length)
  expect(environmentFaults([made('lib/access/none.ts', '// process.env\nexport const environment = "process.env"')])).toEqual([])
})

it('pure files come without a database or a model', () => {
  expect(purityFaults(pureFiles, project)).toEqual([])
  const sources = [made('lib/retrieval/fuse.ts', `import { a } from './a'`), made('lib/retrieval/a.ts', `import { b } from '@/lib/database'`), made('lib/database/index.ts', '')]
  expect(purityFaults(['lib/retrieval/fuse.ts', 'lib/retrieval/gone.ts'], sources)).toEqual([
    'lib/retrieval/fuse.ts brings lib/database/index.ts with it', 'lib/retrieval/gone.ts is named pure and is not there',
  ])
  expect(purityFaults(['lib/retrieval/a.ts'], [made('lib/retrieval/a.ts', `import type { b } from '@/lib/database'`), made('lib/database/index.ts', '')])).toEqual([])
})

it('SQL stays in the database, the stores, indexing and the arms of search', () => {
  expect(sqlFaults(project)).toEqual([])
  expect(sqlFaults([made('lib/answers/run.ts', `import { sql } from 'drizzle-orm'`), made('app/page.tsx', 'sql`select 1`'), made('lib/retrieval/fuse.ts', `import pg from 'pg'`)])).toHaveLength(3)
  expect(sqlFaults([made('lib/answers/store-answers.ts', `import { sql } from 'drizzle-orm'`), made('lib/retrieval/search-lexical.ts', 'sql`select 1`')])).toEqual([])
})

it('nothing runs on import but the entries', () => {
  expect(runningFaults(project)).toEqual([])
  const running = ['start()', 'const x = await start()', 'if (a) start()', 'for (const x of xs) start(x)', 'globalThis.x = 1']
  expect(runningFaults(running.map((text, at) => made(`lib/access/way-${at}.ts`, text)))).toHaveLength(running.length)
  expect(runningFaults([made('lib/access/quiet.ts', `'use client'\nimport 'x'\nconst f = async () => { await g() }\nexport class A {}\nexport type B = 1`)])).toEqual([])
})
