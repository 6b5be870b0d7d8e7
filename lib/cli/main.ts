import { join, resolve } from 'node:path'
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander'
import { documentKinds, documentStatuses } from '@/lib/documents'
import type { EvidenceStrategy } from '@/lib/evidence'
import { findFault, readSettings } from '@/lib/foundation'
import type { SearchRequest } from '@/lib/retrieval'
import { benchCommand } from './bench-command'
import { addExportCommand } from './export-command'
import { checkFolders } from './folders'
import { addPurgeCommand, addReconcileCommand, rollBackIndex } from './maintenance'
import { measureCommand } from './measure-command'
import { closing } from './open-server-or-own'
import { printAnswer, printEvidence, printSearch } from './print'
import { describeStatus, followIndexing } from './progress'
import { openSession, type CommandSession } from './session'
import { printTrace } from './print-trace'
import { sourceCommand } from './source-command'

interface CommonOptions { readonly json?: true; readonly as?: string }
interface SearchOptions extends CommonOptions {
  readonly project?: string[]
  readonly kind?: string[]
  readonly status?: string[]
  readonly year?: number[]
  readonly history?: true
  readonly asOf?: string
  readonly mode?: 'hybrid' | 'lexical'
  readonly limit?: number
}

const exitCodes = { done: 0, failure: 1, usage: 2, refused: 3 } as const

function whole(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('A whole number is expected.')
  return Number(text)
}

function day(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) throw new InvalidArgumentError('A day such as 2022-05-03 is expected.')
  return text
}

const collect = (value: string, before: string[] = []): string[] => [...before, value]
// Commander's own `choices` would be replaced by the collecting parser.
const oneOf = (choices: readonly string[]) => (value: string, before: string[] = []): string[] => {
  if (!choices.includes(value)) throw new InvalidArgumentError(`One of ${choices.join(', ')} is expected.`)
  return collect(value, before)
}

function limitOf(text: string): number {
  const limit = whole(text)
  if (limit < 1 || limit > 50) throw new InvalidArgumentError('A number from 1 to 50 is expected.')
  return limit
}

const collectYears = (value: string, before: number[] = []): number[] => [...before, whole(value)]

function withSearchOptions(command: Command): Command {
  return withCommonOptions(command)
    .option('--project <name>', 'only this project (may be repeated)', collect)
    .option('--kind <kind>', 'only this kind (may be repeated)', oneOf(documentKinds))
    .option('--status <status>', 'only this status (may be repeated)', oneOf(documentStatuses))
    .option('--year <year>', 'only documents effective in this year (may be repeated)', collectYears)
    .option('--history', 'include older revisions and superseded documents')
    .option('--as-of <day>', 'only what was in force on this day', day)
    .addOption(new Option('--mode <mode>', 'how to search').choices(['hybrid', 'lexical']))
    .option('--limit <count>', 'results at most, 1 to 50', limitOf)
}

function withCommonOptions(command: Command): Command {
  return command.option('--json', 'print one JSON document').option('--as <identity>', 'run with this identity’s scopes: owner, public, or reader:<scope>,<scope>')
}

function requestOf(words: readonly string[], { project, kind, status, year, history, asOf, mode, limit }: SearchOptions): SearchRequest {
  const query = words.join(' ').trim()
  if (query === '') throw new CommanderError(exitCodes.usage, 'k81r.empty', 'A query in words is expected.')
  const filters = Object.fromEntries(Object.entries({ project, kind, status, year, history, asOf }).filter(([, value]) => value !== undefined))
  return { query, ...(mode === undefined ? {} : { mode }), ...(limit === undefined ? {} : { limit }), ...(Object.keys(filters).length === 0 ? {} : { filters }) }
}

function withSession<T>(command: string, options: CommonOptions, work: (session: CommandSession) => Promise<T>): Promise<T> {
  return closing(openSession(command, options.as ?? null), work)
}

function show(options: CommonOptions, value: unknown, text: () => string): void {
  console.log(options.json === true ? JSON.stringify(value, null, 2) : text())
}

function program(): Command {
  const k81r = new Command('k81r').description('Evidence search over your own notes.').showHelpAfterError('(k81r --help lists the commands)')
  k81r.command('serve').argument('[folder...]', 'folders of notes; without any, those remembered, or the samples').description('serve the pages on the loopback address and index in the background')
    .action(async (folders: string[]) => {
      const { serve } = await import('./serve')
      await serve(folders)
      await new Promise(() => undefined) // the server lives until it is stopped
    })
  withCommonOptions(k81r.command('index').argument('[folder...]', 'folders to remember; without any, those remembered').description('read what changed and bring the index up to date'))
    .option('--rollback', 'use the index before the last build again; nothing is read')
    .action(async (folders: string[], options: CommonOptions & { readonly rollback?: true }) => {
      if (options.rollback === true) {
        if (folders.length > 0) throw new CommanderError(exitCodes.usage, 'k81r.empty', '--rollback takes no folders.')
        return rollBackIndex(options.json === true)
      }
      // Before a database is made: a wrong folder must leave nothing behind.
      const checked = await checkFolders(folders)
      await withSession('index', options, async (session) => {
        await session.index(checked)
        const status = await followIndexing(() => session.status(), options.json === true)
        show(options, status, () => describeStatus(status))
        if (status.lastFault !== null || status.sources.some(({ fault }) => fault !== null)) process.exitCode = exitCodes.failure
      })
    })
  withSearchOptions(k81r.command('search').argument('<words...>').description('find passages'))
    .option('--explain', 'show how the order came about (for the owner)')
    .action(async (words: string[], options: SearchOptions & { readonly explain?: true }) => withSession('search', options, async (session) => {
      const response = await session.search({ ...requestOf(words, options), ...(options.explain === true ? { explain: true } : {}) })
      show(options, response, () => (response.trace === undefined ? printSearch(response) : `${printSearch(response)}\n\n${printTrace(response.trace, response.took)}`))
    }))
  withSearchOptions(k81r.command('evidence').argument('<words...>').description('assemble an evidence set for a question'))
    .action(async (words: string[], options: SearchOptions) => withSession('evidence', options, async (session) => {
      const set = await session.evidence(requestOf(words, options))
      show(options, set, () => printEvidence(set))
    }))
  withSearchOptions(k81r.command('ask').argument('<words...>').description('answer a question with checked citations, or decline'))
    .action(async (words: string[], options: SearchOptions) => withSession('ask', options, async (session) => {
      const answer = await session.ask(requestOf(words, options))
      show(options, answer, () => printAnswer(answer))
      if (answer.outcome === 'refused') process.exitCode = exitCodes.refused
    }))
  withCommonOptions(k81r.command('status').description('say what the index holds and how current it is'))
    .action(async (options: CommonOptions) => withSession('status', options, async (session) => {
      const status = await session.status()
      show(options, status, () => describeStatus(status))
    }))
  k81r.command('eval').argument('[corpus]', 'a folder with notes and labelled cases in cases/', 'corpus').description('score the labelled cases through the product’s own search and ask, and store the run')
    .option('--cases <folder>', 'labelled cases that are kept apart from the notes')
    .option('--only <id-or-category>', 'only this case or category (may be repeated)', collect)
    .option('--against <run>', 'compare, case by case, with a stored run (its id, or “last”) or a file saved by --out')
    .addOption(new Option('--strategy <strategy>', 'how much context every case gets: one whole document where the case is about it (the default), selected passages only, or everything for a configured language model').choices(['whole-document', 'passages', 'whole-corpus']))
    .option('--gate [file]', 'hold the run against gates, of the corpus’ gates.yaml where no file is named; exit code 1 when one fails')
    .option('--out <file>', 'save the run as JSON').option('--limits <file>', 'save how often each kind of question came out right, which the pages of answers tell (corpus/cases/known-limits.json)').option('--json', 'print the run as one JSON document')
    .option('--set <folder>', 'score public sets instead: retrieval in BEIR layout stage by stage, marked spans, claims, abstention, injection')
    .option('--fit', 'with --set: fit what is shipped as data to half A of the sets again and print it, with what it reaches on half B')
    .option('--foreign <file>', 'with --set of retrieval: say instead how many of its own questions are kept and of the questions of this queries.jsonl refused (may be repeated)', collect)
    .option('--limit <count>', 'of a set of claims, questions or payloads, no more than this', whole)
    .option('--ablate-checks', 'instead, say which cases each consideration of answerability alone decides')
    .option('--calibrate', 'instead, fit the gate of answerability on one half of the cases and report the other')
    .action(async (corpus: string, options: { ablateChecks?: true; calibrate?: true; fit?: true; foreign?: string[]; cases?: string; only?: string[]; strategy?: EvidenceStrategy; against?: string; gate?: string | true; out?: string; limits?: string; json?: true; set?: string; limit?: number }) => {
      if (options.fit === true) {
        if (options.set === undefined) throw new CommanderError(exitCodes.usage, 'k81r.empty', '--fit needs a set: --set <folder>.')
        const { evaluateFit } = await import('./evaluate-fit')
        console.log(await evaluateFit(resolve(options.set), join(readSettings().dataDir, 'bench-vectors')))
        return
      }
      if (options.foreign !== undefined) {
        if (options.set === undefined) throw new CommanderError(exitCodes.usage, 'k81r.empty', '--foreign needs a set: --set <folder>.')
        const { evaluateForeign } = await import('./evaluate-foreign')
        console.log(await evaluateForeign(resolve(options.set), options.foreign.map((file) => resolve(file)), { limit: options.limit ?? null, cache: join(readSettings().dataDir, 'bench-vectors') }))
        return
      }
      if (options.set !== undefined) {
        const { evaluateSets } = await import('./evaluate-sets')
        console.log(await evaluateSets(resolve(options.set), { limit: options.limit ?? null, json: options.json === true, cache: join(readSettings().dataDir, 'bench-vectors') }, (line) => { console.error(line) }))
        return
      }
      if (options.ablateChecks === true || options.calibrate === true) {
        const { evaluateChecks } = await import('./evaluate-checks')
        console.log(await evaluateChecks({ corpus: resolve(corpus), cases: resolve(options.cases ?? join(corpus, 'cases')), work: options.calibrate === true ? 'calibrate' : 'ablate' }))
        return
      }
      const { runEvaluation } = await import('./run-evaluation')
      const { passed } = await runEvaluation(corpus, options)
      if (!passed) process.exitCode = exitCodes.failure
    })
  k81r.addCommand(sourceCommand())
  k81r.addCommand(measureCommand())
  k81r.addCommand(benchCommand())
  addExportCommand(k81r)
  addReconcileCommand(k81r)
  addPurgeCommand(k81r)
  k81r.command('sign-in').description('print a new one-time sign-in link of the running server')
    .action(async () => withSession('sign-in', {}, async (session) => { console.log(await session.signInLink()) }))
  return k81r
}

async function main(): Promise<void> {
  const k81r = program()
  const everyCommand = [k81r, ...k81r.commands]
  for (const command of everyCommand) command.exitOverride()
  try {
    await k81r.parseAsync()
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.code === 'k81r.empty') console.error(error.message)
      process.exitCode = error.exitCode === 0 ? exitCodes.done : exitCodes.usage
    } else {
      const fault = findFault(error)
      console.error(fault?.message ?? `K81R failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
      process.exitCode = fault?.code === 'bad-input' ? exitCodes.usage : exitCodes.failure
    }
  }
  process.exit()
}

await main()
