import { join } from 'node:path'
import { createLocalToken, openSessions, readOrCreateSecret, type Sessions } from '@/lib/access'
import { closeInterruptedRuns, listAnswers, readCitationStates, startAnswerRunner } from '@/lib/answers'
import { lockDataFolder, openDatabase } from '@/lib/database'
import { assembleEvidence, readEvidenceSet } from '@/lib/evidence'
import type { Settings } from '@/lib/foundation'
import { startIndexer } from '@/lib/indexing'
import { openEmbedder, openLanguageModel } from '@/lib/models'
import { rankingConfiguration, search } from '@/lib/retrieval'
import { addFolders, listSources } from '@/lib/sources'
import type { Runtime } from './runtime'
import { readDocument, readStatus } from './store'

/** What a serving instance has beyond what its pages ask for. */
export interface OpenedRuntime extends Runtime {
  readonly sessions: Sessions
  readonly localToken: string
  /** Publishes where this instance serves, for the command line. */
  publish(url: string): Promise<void>
}

/**
 * Takes the data folder, opens and migrates the database, loads the embedder and starts the indexing thread. With no
 * source remembered, the sample notes in `corpus/` become one. Throws Fault with one sentence for a person.
 */
export async function openRuntime(settings: Settings, command: string): Promise<OpenedRuntime> {
  const lock = await lockDataFolder(settings.dataDir, command)
  try {
    const [opened, embedder] = await Promise.all([
      openDatabase({ rootDir: settings.rootDir, dataDir: settings.dataDir, databaseUrl: settings.databaseUrl }),
      openEmbedder({ dataDir: settings.dataDir, rootDir: settings.rootDir, enabled: settings.embedder !== 'off' }),
    ])
    const { database } = opened
    await closeInterruptedRuns(database)
    const indexer = startIndexer({ rootDir: settings.rootDir, opened, embedder, ranking: rankingConfiguration })
    const languageModel = settings.languageModel === null ? null : openLanguageModel(settings.languageModel)
    const services = { database, embedder, languageModel, modelIsLocal: settings.languageModel !== null && /^https?:\/\/(127\.|localhost|\[::1\])/.test(settings.languageModel.baseUrl) }
    const answers = startAnswerRunner(services)
    const localToken = createLocalToken()
    const sessions = openSessions({ database, baseUrl: `http://127.0.0.1:${settings.port}`, secret: await readOrCreateSecret(settings.dataDir) })
    return {
      settings, database, sessions, localToken,
      publish: (url) => lock.publish({ url, token: localToken }),
      search: (identity, request) => search(identity, request, services),
      assembleEvidence: async (identity, request) => (await assembleEvidence(identity, request, services)).set,
      evidenceSet: (identity, id, revision) => readEvidenceSet(database, identity, id, revision),
      ask: (identity, request, from) => answers.start({ identity, request, cause: from === undefined ? 'asked' : 'asked from an evidence set', from: from ?? null }),
      askAgain: async (identity, answerId, cause) => {
        const feed = await answers.feed(identity, answerId, null)
        if (feed === null) return null
        return answers.start({ answerId, identity, request: feed.record?.request ?? { query: feed.run.question }, cause, from: null })
      },
      answer: (identity, id, revision) => answers.feed(identity, id, revision),
      answers: (identity, limit) => listAnswers(database, identity, limit),
      citationStates: (_identity, record) => readCitationStates(database, record),
      document: (identity, id, revision) => readDocument(database, identity, id, revision),
      status: async (identity) => {
        const status = await readStatus(database, identity)
        const isOwner = identity.scopes === 'all'
        const modeReason = status.modeReason ?? (status.mode === 'hybrid' && embedder.state === 'unavailable' ? embedder.reason : null)
        return { ...status, modeReason, indexing: isOwner ? indexer.progress() : null, lastFault: isOwner ? indexer.lastFault() : null }
      },
      index: async (folders) => {
        const remembered = await listSources(database)
        if (folders.length > 0) await addFolders(database, folders.map((location) => ({ location, sample: location === join(settings.rootDir, 'corpus') })))
        else if (remembered.length === 0) await addFolders(database, [{ location: join(settings.rootDir, 'corpus'), sample: true }])
        indexer.request()
      },
      indexed: async () => { await indexer.idle() },
      close: async () => {
        await answers.idle()
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
