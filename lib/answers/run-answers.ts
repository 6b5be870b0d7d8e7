import { createId, Fault, log, type AnswerId } from '@/lib/foundation'
import type { Identity } from '@/lib/access'
import { answerQuestion, type AnswerServices, type AnswerTask } from './answer-question'
import type { AnswerClaim, AnswerRecord, AnswerRun } from './answer-record'
import { beginRun, endRun, noteEvidence, readRecord, readRun, storeRecord } from './store'

/** One answer revision as it comes to be. */
export interface AnswerFeed {
  readonly run: AnswerRun
  /** The finished record, once there is one. */
  readonly record: AnswerRecord | null
  /** The n-th verified claim (0-based): waits for it, null when there is no n-th. Never rejects. */
  claim(index: number): Promise<AnswerClaim | null>
  /** Waits for the end: the record, or the run that failed or was interrupted. */
  end(): Promise<AnswerRecord | AnswerRun>
}

/** Runs answers on the server, each once, whoever watches, reloads or leaves. */
export interface AnswerRunner {
  start(task: Omit<AnswerTask, 'revision' | 'answerId'> & { readonly answerId?: AnswerId }): Promise<{ readonly answerId: AnswerId; readonly revision: number }>
  /**
   * Ends a run's drafting: what was verified stands, and the record says that it was stopped. False when this identity has
   * no such answer; one that is over stays as it is. Nothing else ends a run, a reader who leaves least of all.
   */
  stop(identity: Identity, answerId: AnswerId, revision: number | null): Promise<boolean>
  feed(identity: Identity, answerId: AnswerId, revision: number | null): Promise<AnswerFeed | null>
  /** Resolves when nothing runs. */
  idle(): Promise<void>
  /** Stops what runs, as `stop` does, and resolves when nothing does. */
  close(): Promise<void>
}

interface Live {
  readonly stopping: AbortController
  readonly claims: AnswerClaim[]
  ended: boolean
  readonly done: Promise<void>
  changed: Promise<void>
  notify: () => void
}

export function startAnswerRunner(services: AnswerServices): AnswerRunner {
  const live = new Map<string, Live>()
  const keyOf = (answerId: AnswerId, revision: number) => `${answerId} ${revision}`

  async function run(task: AnswerTask, state: Live): Promise<void> {
    try {
      const record = await answerQuestion(task, services, {
        onEvidence: (set) => noteEvidence(services.database, task.answerId, task.revision, set.evidenceSetId, set.revision),
        onClaim: (claim) => { state.claims.push(claim); state.notify() },
      }, state.stopping.signal)
      await storeRecord(services.database, record, task.identity)
    } catch (error) {
      const message = error instanceof Fault ? error.message : 'Answering stopped because of a fault in K81R. The evidence can still be assembled by itself.'
      if (!(error instanceof Fault)) log().error({ answerId: task.answerId, err: error }, 'an answer run failed')
      await endRun(services.database, task.answerId, task.revision, 'failed', message).catch(() => undefined)
    } finally {
      state.ended = true
      state.notify()
      live.delete(keyOf(task.answerId, task.revision))
    }
  }

  function begin(task: AnswerTask): Live {
    let notify: () => void = () => undefined
    let finish: () => void = () => undefined
    const state: Live = { stopping: new AbortController(), claims: [], ended: false, done: new Promise((resolve) => { finish = resolve }), changed: new Promise((resolve) => { notify = resolve }), notify: () => undefined }
    state.notify = () => {
      const wake = notify
      state.changed = new Promise((resolve) => { notify = resolve })
      wake()
    }
    live.set(keyOf(task.answerId, task.revision), state)
    void run(task, state).finally(finish)
    return state
  }

  async function feedOf(identity: Identity, answerId: AnswerId, revision: number | null): Promise<AnswerFeed | null> {
    const run = await readRun(services.database, identity, answerId, revision)
    if (run === null) return null
    const state = run.state === 'running' ? live.get(keyOf(answerId, run.revision)) : undefined
    const record = run.state === 'finished' ? await readRecord(services.database, identity, answerId, run.revision) : null
    const settled = async (): Promise<AnswerRecord | AnswerRun> => record ?? (await readRecord(services.database, identity, answerId, run.revision)) ?? (await readRun(services.database, identity, answerId, run.revision)) ?? run
    return {
      run, record,
      claim: async (index) => {
        if (state === undefined) {
          const end = await settled()
          return 'claims' in end ? (end.claims[index] ?? null) : null
        }
        while (state.claims.length <= index && !state.ended) await state.changed
        return state.claims[index] ?? null
      },
      end: async () => {
        await state?.done
        return settled()
      },
    }
  }

  const idle = async () => { while (live.size > 0) await Promise.all([...live.values()].map(({ done }) => done)) }

  return {
    start: async (task) => {
      const answerId = task.answerId ?? createId('ans')
      const revision = await beginRun(services.database, { ...task, answerId }, task.answerId === undefined)
      begin({ ...task, answerId, revision })
      return { answerId, revision }
    },
    stop: async (identity, answerId, revision) => {
      const run = await readRun(services.database, identity, answerId, revision)
      if (run !== null) live.get(keyOf(answerId, run.revision))?.stopping.abort()
      return run !== null
    },
    feed: feedOf,
    idle,
    close: async () => {
      for (const { stopping } of live.values()) stopping.abort()
      await idle()
    },
  }
}
