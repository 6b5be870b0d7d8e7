import { join, resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { readSettings } from '@/lib/foundation'

function countOf(value: string): number {
  if (!/^[1-9]\d{0,6}$/.test(value)) throw new InvalidArgumentError('A number of at least 1 is expected.')
  return Number(value)
}

const countsOf = (value: string): readonly number[] => value.split(',').map(countOf)

function cacheOf(folder: string | undefined): string {
  return folder === undefined ? join(readSettings().dataDir, 'bench-vectors') : resolve(folder)
}

interface IndexArguments {
  readonly texts?: string
  readonly vault?: string
  readonly passages?: number
  readonly cache?: string
  readonly short?: true
  readonly json?: true
}

interface SearchArguments {
  readonly sets?: string
  readonly texts?: string
  readonly passages?: number
  readonly growth?: readonly number[]
  readonly postgres?: string
  readonly withoutFts5?: true
  readonly withoutSpeed?: true
  readonly cache?: string
  readonly short?: true
  readonly json?: true
}

/** `k81r bench …`: figures of this machine, each beside its baseline or goal. Nothing of the user's is touched. */
export function benchCommand(): Command {
  // Before its subcommands are made: they inherit it.
  const bench = new Command('bench').description('measure on this machine, in a scratch folder').exitOverride()
  bench.command('index').description('throughput, time until searchable, disk and memory of indexing')
    .option('--texts <folder>', 'texts to index: Markdown files and corpus.jsonl files under this folder (default: the sample notes, perturbed)')
    .option('--vault <folder>', 'the vault whose first index is measured')
    .option('--passages <count>', 'size of the large index', countOf)
    .option('--cache <folder>', 'where vectors are kept between runs').option('--short', 'small sizes: shows that everything runs, not how fast it is')
    .option('--json', 'print one JSON document')
    .action(async ({ texts, vault, passages, cache, short, json }: IndexArguments) => {
      const { benchIndex, describeFigures } = await import('./bench-index')
      const figures = await benchIndex({
        texts: texts === undefined ? null : resolve(texts), vault: vault === undefined ? null : resolve(vault), passages: passages ?? (short === true ? 400 : 20_000),
        cache: cacheOf(cache), short: short === true,
      }, (line) => { console.error(line) })
      console.log(json === true ? JSON.stringify(figures, null, 2) : describeFigures(figures))
    })
  bench.command('chunking').description('which share of marked answers the passages hold, beside windows of fixed length')
    .requiredOption('--set <folder>', 'documents/*.md and queries.jsonl with the spans of each answer')
    .option('--cache <folder>', 'where vectors are kept between runs').option('--json', 'print one JSON document')
    .action(async ({ set, cache, json }: { set: string; cache?: string; json?: true }) => {
      const { benchChunking } = await import('./bench-chunking')
      console.log(await benchChunking({ set: resolve(set), cache: cacheOf(cache), json: json === true }, (line) => { console.error(line) }))
    })
  bench.command('search').description('quality on public sets beside three baselines, what counts as weak, speed and growth')
    .option('--sets <folder>', 'a set in BEIR layout (corpus.jsonl, queries.jsonl, qrels.tsv), or a folder of them')
    .option('--texts <folder>', 'texts for the measurement of speed: Markdown files and corpus.jsonl files under this folder (default: the sample notes, perturbed)')
    .option('--passages <count>', 'size of the index whose speed is measured', countOf)
    .option('--growth <counts>', 'sizes of indexes to compare, such as 1000,10000,100000', countsOf)
    .option('--postgres <url>', 'measure growth on this PostgreSQL server too, in databases of its own')
    .option('--without-fts5', 'leave the FTS5 baseline out').option('--without-speed', 'quality only')
    .option('--cache <folder>', 'where vectors are kept between runs').option('--short', 'small sizes: shows that everything runs')
    .option('--json', 'print one JSON document')
    .action(async ({ sets, texts, passages, growth, postgres, withoutFts5, withoutSpeed, cache, short, json }: SearchArguments) => {
      const { benchSearch } = await import('./bench-search')
      const { formatBenchSearch } = await import('./format-bench-search')
      const report = await benchSearch({
        sets: sets === undefined ? null : resolve(sets), texts: texts === undefined ? null : resolve(texts), passages: withoutSpeed === true ? 0 : (passages ?? (short === true ? 400 : 20_000)),
        growth: growth ?? [], postgres: postgres ?? null, withoutFts5: withoutFts5 === true, cache: cacheOf(cache), short: short === true,
      }, (line) => { console.error(line) })
      console.log(json === true ? JSON.stringify(report, null, 2) : formatBenchSearch(report))
    })
  bench.command('ask').description('time until the first verified claim, by stage, over the sample corpus’ own questions')
    .option('--questions <count>', 'how many are asked', countOf, 50).option('--corpus <folder>', 'notes with labelled questions in cases/', 'corpus').option('--json', 'print one JSON document')
    .action(async ({ questions, corpus, json }: { questions: number; corpus: string; json?: true }) => {
      const { benchAsk, describeBenchAsk } = await import('./bench-ask')
      const report = await benchAsk({ questions, corpus: resolve(corpus) }, (line) => { console.error(line) })
      console.log(json === true ? JSON.stringify(report, null, 2) : describeBenchAsk(report))
    })
  return bench
}
