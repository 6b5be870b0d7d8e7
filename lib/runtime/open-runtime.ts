import { join } from 'node:path'
import { createLocalToken, openSessions, owner, readOrCreateSecret, type Identity, type Sessions } from '@/lib/access'
import { closeInterruptedRuns, listAnswers, openAnswerRecords, readCitationStates, readRecord, startAnswerRunner } from '@/lib/answers'
import { lockDataFolder, openDatabase } from '@/lib/database'
import { assembleEvidence, evidenceSettings, readEvidenceSet, type EvidenceStrategy } from '@/lib/evidence'
import type { Settings } from '@/lib/foundation'
import { findCitedPassage, readLineage, startIndexer } from '@/lib/indexing'
import { openEmbedder, openLanguageModel } from '@/lib/models'
import { calibrateWeak, forgetCaches, rankingConfiguration, search } from '@/lib/retrieval'
import { addFolders, everHadSources } from '@/lib/sources'
import { languageModelJudge, languageModelReader } from '@/lib/synthesis'
import { draftCase } from './draft-case'
import { openEvidenceActions } from './evidence-actions'
import { LinkMaps } from './link-map'
import { readLinks } from './read-links'
import type { Runtime } from './runtime'
import { startSchedule, type Schedule } from './schedule'
import { SliceCache } from './slice-cache'
import { readDocument, readStatus } from './store'

/** What a serving instance has beyond what its pages ask for. */
export interface OpenedRuntime extends Runtime {
  readonly sessions: Sessions
  readonly localToken: string
  /** Resolves once what “nothing matches this well” means for an identity is set. */
  calibrate(identity: Identity): Promise<void>
  /** Publishes where this instance serves, for the command line, and from then on watches and rescans the sources and reconciles daily. */
  publish(url: string): Promise<void>
}

/**
 * Takes the data folder, opens and migrates the database, loads the embedder and starts the indexing thread. With no
 * source remembered, the sample notes in `corpus/` become one. `strategy`: how much context every question gets, for
 * evaluations; without it each question chooses. Throws Fault with one sentence for a person.
 */
export async function openRuntime(settings: Settings, command: string, { strategy }: { readonly strategy?: EvidenceStrategy } = {}): Promise<OpenedRuntime> {
  const lock = await lockDataFolder(settings.dataDir, command)
  try {
    const [opened, embedder] = await Promise.all([
      openDatabase({ rootDir: settings.rootDir, dataDir: settings.dataDir, databaseUrl: settings.databaseUrl }),
      openEmbedder({ dataDir: settings.dataDir, rootDir: settings.rootDir, enabled: settings.embedder !== 'off' }),
    ])
    const { database } = opened
    await closeInterruptedRuns(database)
    // What searches keep in memory of a generation is read before anybody waits for it. No note has this word, so that suggestions are made ready too.
    const warm = () => { void search(owner, { query: 'xqzwarm' }, { database, embedder }).then(() => calibrateWeak(owner, { database, embedder })).catch(() => undefined) }
    const indexer = startIndexer({ rootDir: settings.rootDir, opened, embedder, ranking: rankingConfiguration, onActivated: warm })
    const languageModel = settings.languageModel === null ? null : openLanguageModel(settings.languageModel)
    const slices = new SliceCache(database)
    const links = new LinkMaps(database)
    let schedule: Schedule | null = null
    // These change generations in place, and what searches remember is named after the generation.
    const forget = <T>(report: T): T => {
      forgetCaches(database)
      slices.clear()
      links.clear()
      return report
    }
    const reconcile = async (options: { readonly dryRun: boolean }) => forget(await indexer.reconcile(options))
    const context = { wholeCorpusTokens: settings.languageModel === null ? null : evidenceSettings.wholeCorpusTokens, ...(strategy === undefined ? {} : { strategy }) }
    const services = { database, embedder, languageModel, ...context, modelIsLocal: languageModel?.isLocal ?? false, ...(languageModel !== null && settings.modelJudges ? { judge: languageModelJudge(languageModel), reader: languageModelReader(languageModel) } : {}) }
    const answers = startAnswerRunner(services)
    const records = openAnswerRecords(services)
    const evidence = openEvidenceActions({ ...services, answers, inputPrice: languageModel?.prices?.inputUsdPerMillion ?? null })
    const localToken = createLocalToken()
    const sessions = openSessions({ database, baseUrl: `http://127.0.0.1:${settings.port}`, secret: await readOrCreateSecret(settings.dataDir) })
    return {
      settings, database, sessions, localToken, records, evidence,
      calibrate: (identity) => calibrateWeak(identity, services),
      publish: async (url) => {
        await lock.publish({ url, token: localToken })
        indexer.watch()
        warm()
        schedule ??= startSchedule({ database, rescan: () => { indexer.request({ automatic: true }) }, reconcile: () => reconcile({ dryRun: false }) })
      },
      search: async (identity, request) => {
        const response = await search(identity, request, services)
        if (identity.scopes !== 'all') void calibrateWeak(identity, services).catch(() => undefined)
        return response
      },
      assembleEvidence: async (identity, request) => (await assembleEvidence(identity, request, services)).set,
      evidenceSet: (identity, id, revision) => readEvidenceSet(database, identity, id, revision),
      ask: (identity, request, from) => answers.start({ identity, request, cause: from === undefined ? 'asked' : 'asked from an evidence set', from: from ?? null }),
      askAgain: async (identity, answerId, cause) => {
        const feed = await answers.feed(identity, answerId, null)
        if (feed === null) return null
        return answers.start({ answerId, identity, request: feed.record?.request ?? { query: feed.run.question }, cause, from: null })
      },
      stop: (identity, id, revision) => answers.stop(identity, id, revision),
      answer: (identity, id, revision) => answers.feed(identity, id, revision),
      answers: (identity, limit) => listAnswers(database, identity, limit),
      draftCase: async (identity, id) => {
        const found = await records.feedbackOn(identity, id)
        return found === null ? null : draftCase(found.feedback, found.record)
      },
      citationStates: (identity, record) => readCitationStates(database, identity, record),
      document: async (identity, id, revision) => {
        const document = await readDocument(database, identity, id, revision)
        return document === null ? null : { ...document, ...(await readLinks(database, links, identity, document)) }
      },
      status: async (identity) => {
        const isOwner = identity.scopes === 'all'
        // Before the reading: a build that ends in between is then told as still running, and never as over with the counts of its middle.
        const indexing = isOwner ? indexer.progress() : null
        const status = await readStatus(database, identity)
        const modeReason = status.modeReason ?? (status.mode === 'hybrid' && embedder.state === 'unavailable' ? embedder.reason : null)
        return { ...status, modeReason, indexing, lastFault: isOwner ? indexer.lastFault() : null, slices: await slices.read(identity, status.generation), watching: isOwner ? indexer.watching() : null }
      },
      index: async (folders, { automatic } = { automatic: false }) => {
        // Named among one's own folders, the sample notes are one of them.
        if (folders.length > 0) await addFolders(database, folders.map((location) => ({ location, sample: folders.length === 1 && location === join(settings.rootDir, 'corpus') })))
        else if (!(await everHadSources(database))) await addFolders(database, [{ location: join(settings.rootDir, 'corpus'), sample: true }])
        indexer.request({ automatic: automatic && folders.length === 0 })
      },
      rollBack: async () => forget(await indexer.rollBack()),
      reconcile,
      purge: async (request) => forget(await indexer.purge(request)),
      lineage: async (identity, target) => {
        if (target.kind !== 'citation') return readLineage(database, identity, target)
        const record = await readRecord(database, identity, target.answerId, target.revision)
        const passage = record === null ? null : await findCitedPassage(database, record.answerId, record.revision, target.number)
        return record === null || passage === null ? null : readLineage(database, identity, { kind: 'passage', passage }, record)
      },
      indexed: async () => { await indexer.idle() },
      close: async () => {
        schedule?.stop()
        await answers.close()
        await indexer.close()
        if (embedder.state === 'ready') await embedder.embedder.close()
        await opened.close()
        await lock.release()
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}
