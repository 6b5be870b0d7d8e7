import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { findSystemBrowser, hasInstalledBrowser } from './find-browser'

/**
 * `npm test`: every check of the project, one after the other. What opens a database runs on the embedded one, and a
 * second time on PostgreSQL where K81R_TEST_DATABASE_URL names a server. At the end two lines that count either and one
 * with their sum. With K81R_REQUIRE_POSTGRES=1 it is a failure that PostgreSQL was not reached or a test skipped there.
 */

interface Outcome {
  readonly passed: number
  readonly failed: number
  /** Shown under the step's line. */
  readonly remarks: readonly string[]
}

interface Ended {
  readonly succeeded: boolean
  readonly output: string
}

/** The address of a PostgreSQL server, or '' for the embedded database. */
type TestServer = string
const testServer: TestServer = process.env['K81R_TEST_DATABASE_URL'] ?? ''
const postgresIsRequired = process.env['K81R_REQUIRE_POSTGRES'] === '1'

const root = join(import.meta.dirname, '..')
const bin = (name: string): string => join(root, 'node_modules', '.bin', name)

async function run(command: string, commandArguments: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const child = spawn(command, commandArguments, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NO_COLOR: '1', FORCE_COLOR: '0', ...environment } })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => { output += chunk.toString() })
  child.stderr.on('data', (chunk: Buffer) => { output += chunk.toString() })
  return new Promise((resolve) => {
    child.once('error', (error) => { resolve({ succeeded: false, output: `${output}${error.message}` }) })
    child.once('close', (code) => { resolve({ succeeded: code === 0, output }) })
  })
}

/** Commands that count as one check together; the first that fails ends it. */
async function check(...commands: readonly (readonly [command: string, ...commandArguments: string[]])[]): Promise<Outcome> {
  for (const [command, ...commandArguments] of commands) {
    const { succeeded, output } = await run(command, commandArguments)
    if (!succeeded) return { passed: 0, failed: 1, remarks: [output.trimEnd()] }
  }
  return { passed: 1, failed: 0, remarks: [] }
}

/** A skipped test is a failed one unless its name ends in the folder of public data that it lacks: `… (no public data in some/folder)`. */
function lacksPublicData(name: string): boolean {
  const folder = /no public data in ([^\s)]+)/.exec(name)?.[1]
  return folder !== undefined && !existsSync(join(root, folder))
}

interface Tested {
  readonly name: string
  readonly state: 'passed' | 'failed' | 'skipped'
}

function count(tests: readonly Tested[], ended: Ended, brokenFiles: number, server: TestServer): Outcome {
  const isExcused = (name: string): boolean => lacksPublicData(name) && !(server !== '' && postgresIsRequired)
  const skipped = tests.filter(({ state }) => state === 'skipped')
  const excused = skipped.filter(({ name }) => isExcused(name))
  const passed = tests.filter(({ state }) => state === 'passed').length
  const counted = tests.filter(({ state }) => state === 'failed').length + skipped.length - excused.length + brokenFiles
  // A runner that fails without a failed test (an error outside of every test, no test at all) has failed once.
  const failed = counted === 0 && (!ended.succeeded || tests.length === 0) ? 1 : counted
  return {
    passed, failed,
    remarks: [
      ...(failed > 0 ? [ended.output.trimEnd()] : []),
      ...skipped.filter(({ name }) => !isExcused(name)).map(({ name }) => `skipped, which counts as failed: ${name}`),
      ...excused.map(({ name }) => `not run: ${name}`),
    ],
  }
}

async function readReport<T>(path: string, shape: z.ZodType<T>): Promise<T | null> {
  return shape.parseAsync(JSON.parse(await readFile(path, 'utf8'))).catch(() => null)
}

const vitestShape = z.object({
  testResults: z.array(z.object({ name: z.string(), status: z.string(), assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })) })),
})

/** Every test on the embedded database; on a server only those that, through whatever they import, open a test database. */
async function runVitest(folder: string, server: TestServer): Promise<Outcome> {
  const path = join(folder, `vitest${server === '' ? '' : '-postgres'}.json`)
  const tests = server === '' ? ['run'] : ['related', 'lib/database/testing.ts', '--run']
  const ended = await run(bin('vitest'), [...tests, '--reporter=dot', '--reporter=json', `--outputFile.json=${path}`], { K81R_TEST_DATABASE_URL: server })
  const report = existsSync(path) ? await readReport(path, vitestShape) : null
  if (report === null) return count([], { ...ended, succeeded: false }, 0, server)
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults.map(({ fullName, status }): Tested => ({ name: fullName, state: status === 'passed' || status === 'failed' ? status : 'skipped' })))
  const broken = report.testResults.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
  return count(results, ended, broken.length, server)
}

interface Suite {
  readonly suites?: readonly Suite[] | undefined
  readonly specs: readonly {
    readonly title: string
    readonly file: string
    readonly tests: readonly { readonly projectName: string; readonly status: string; readonly annotations: readonly { readonly type: string; readonly description?: string | undefined }[] }[]
  }[]
}
const suiteShape: z.ZodType<Suite> = z.object({
  get suites() { return z.array(suiteShape).optional() },
  specs: z.array(z.object({
    title: z.string(), file: z.string(),
    tests: z.array(z.object({ projectName: z.string(), status: z.string(), annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })) })),
  })),
})
const playwrightShape = z.object({ suites: z.array(suiteShape), errors: z.array(z.object({ message: z.string().optional() })) })

async function runPlaywright(folder: string, server: TestServer): Promise<Outcome> {
  const path = join(folder, `playwright${server === '' ? '' : '-postgres'}.json`)
  if (findSystemBrowser() === null && !hasInstalledBrowser()) {
    const installed = await run(bin('playwright'), ['install', 'chromium'])
    if (!installed.succeeded) return { passed: 0, failed: 1, remarks: [installed.output.trimEnd()] }
  }
  const ended = await run(bin('playwright'), ['test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: path, K81R_TEST_DATABASE_URL: server })
  const report = existsSync(path) ? await readReport(path, playwrightShape) : null
  if (report === null) return count([], { ...ended, succeeded: false }, 0, server)
  const specs = (suite: Suite): Suite['specs'] => [...suite.specs, ...(suite.suites ?? []).flatMap(specs)]
  const all = report.suites.flatMap(specs).flatMap(({ title, file, tests }) => tests.map((test) => ({ ...test, name: `${file}: ${title} (${test.projectName})` })))
  const outcome = count(all.map(({ name, status }): Tested => ({ name, state: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed' })), ended, 0, server)
  const measured = all.flatMap(({ annotations }) => annotations.filter(({ type }) => type === 'measured').map(({ description }) => description ?? ''))
  return { ...outcome, remarks: [...outcome.remarks, ...measured] }
}

/** The labelled cases over the sample notes; each gate of corpus/gates.yaml that is not passed has failed. */
async function runGates(folder: string): Promise<Outcome> {
  const { succeeded, output } = await run(process.execPath, ['dist/main.mjs', 'eval', '--gate', '--json', '--out', join(folder, 'run.json')], { K81R_DATA_DIR: join(folder, 'evaluation') })
  const gates = await readReport(join(folder, 'run.json'), z.object({ gates: z.array(z.object({ passed: z.boolean() })).min(1) }))
  if (gates === null) return { passed: 0, failed: 1, remarks: [output.trimEnd()] }
  const failed = gates.gates.filter(({ passed }) => !passed).length
  return { passed: gates.gates.length - failed, failed: failed === 0 && !succeeded ? 1 : failed, remarks: failed === 0 ? [] : [JSON.stringify(gates.gates.filter(({ passed }) => !passed))] }
}

/** Whether a server with the vector extension answers; the remark names its version. */
async function reachServer(server: TestServer): Promise<Outcome> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string; vector: string | null }>(`select current_setting('server_version') as version, (select default_version from pg_available_extensions where name = 'vector') as vector`)
    const [found] = rows
    if (found === undefined || found.vector === null) return { passed: 0, failed: 1, remarks: [`PostgreSQL ${found?.version ?? ''} at K81R_TEST_DATABASE_URL lacks the vector extension (pgvector).`] }
    return { passed: 1, failed: 0, remarks: [`PostgreSQL ${found.version}, pgvector ${found.vector}`] }
  } catch (error) {
    return { passed: 0, failed: 1, remarks: [`PostgreSQL at K81R_TEST_DATABASE_URL was not reached: ${error instanceof Error ? error.message : String(error)}`] }
  } finally {
    await client.end().catch(() => undefined)
  }
}

type Step = readonly [name: string, step: () => Promise<Outcome>]

interface Counts {
  readonly passed: number
  readonly failed: number
}

async function runSteps(steps: readonly Step[]): Promise<Counts> {
  let passed = 0
  let failed = 0
  for (const [name, step] of steps) {
    process.stdout.write(`${name} … `)
    const startedAt = Date.now()
    const outcome = await step()
    passed += outcome.passed
    failed += outcome.failed
    console.log(`${outcome.passed} passed, ${outcome.failed} failed, ${Math.round((Date.now() - startedAt) / 1000)} s`)
    for (const remark of outcome.remarks) console.log(remark.replace(/^/gm, '  '))
  }
  return { passed, failed }
}

/** Null where there is no server and none is required. */
async function runOnPostgres(folder: string): Promise<Counts | null> {
  if (testServer === '') {
    console.log('PostgreSQL was not tested: name a server with pgvector by K81R_TEST_DATABASE_URL, such as the one that .ci/postgres starts.')
    return postgresIsRequired ? { passed: 0, failed: 1 } : null
  }
  const reached = await runSteps([['PostgreSQL', () => reachServer(testServer)]])
  if (reached.failed > 0) return reached
  return runSteps([
    ['integration tests on PostgreSQL', () => runVitest(folder, testServer)],
    ['pages and command line on PostgreSQL, end to end', () => runPlaywright(folder, testServer)],
  ])
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'k81r-tests-'))
  const embedded = await runSteps([
    // The framework's part of the types is generated, and the threads that tests start are bundled.
    ['types', () => check(['npm', 'run', '-s', 'bundle'], [bin('next'), 'typegen'], [bin('tsc'), '--noEmit'])],
    ['lint', () => check([bin('eslint'), '.', '--max-warnings', '0'])],
    ['unit and integration tests', () => runVitest(folder, '')],
    ['build', () => check([bin('next'), 'build'])],
    ['pages and command line, end to end', () => runPlaywright(folder, '')],
    ['evaluation of the sample notes against its gates', () => runGates(folder)],
  ])
  const postgres = await runOnPostgres(folder)
  await rm(folder, { recursive: true, force: true })
  const words = ({ passed, failed }: Counts): string => `${passed} passed, ${failed} failed`
  const sum: Counts = { passed: embedded.passed + (postgres?.passed ?? 0), failed: embedded.failed + (postgres?.failed ?? 0) }
  console.log(`Embedded database: ${words(embedded)}`)
  console.log(`PostgreSQL: ${postgres === null ? 'not tested' : words(postgres)}`)
  console.log(words(sum))
  process.exitCode = sum.failed === 0 ? 0 : 1
}

await main()
