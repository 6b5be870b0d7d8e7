import type { Worker } from 'node:worker_threads'
import { Fault, startThread } from '@/lib/foundation'
import { loadLanguages, type DocumentFile, type UnreadableFile } from '@/lib/documents'
import type { ReadingReply, ReadingRequest } from './reading-worker'
import { readText, type ReadText } from './read-text'

/** Reads files in the order in which it was asked to. */
export interface DocumentReader {
  /** Never rejects for what a file holds, only when the reader is closed or cannot work at all. */
  read(file: DocumentFile): Promise<ReadText | UnreadText>
  /** Says that files are about to come: what takes long to start is started. */
  prepare(): void
  close(): Promise<void>
}

/** Why a file gave no text. */
export interface UnreadText extends UnreadableFile {
  /** The limits were met, which another time they may not be. */
  readonly worthAnotherTry?: true
}

/** Reads on the thread that asks, without a limit: for tests and a few files. */
export const readInPlace: DocumentReader = {
  read: async (file) => {
    await loadLanguages()
    return readText(file)
  },
  prepare: () => undefined,
  close: () => Promise.resolve(),
}

interface Job {
  readonly file: DocumentFile
  readonly plainBecause: string | null
  readonly resolve: (result: ReadText | UnreadText) => void
  readonly reject: (fault: Fault) => void
}

interface ReaderLimits {
  /** How long one file may take before it is read as plain paragraphs, and how long that may take before the file is given up. */
  readonly structuredMs: number
  readonly plainMs: number
  /** Of the thread's heap. */
  readonly memoryMb: number
  /** A thread that has read so many files is given up once nothing has come for so long: it holds a hundred megabytes. */
  readonly manyFiles?: number
  readonly idleMs?: number
}

const defaultLimits: ReaderLimits = { structuredMs: 10_000, plainMs: 30_000, memoryMb: 768 }
/** Parsing makes many small objects; a larger nursery halves the time spent collecting them. */
const nurseryMb = 48

/**
 * Reads in a thread of its own, under limits. A file that takes too long or too much memory costs the thread, which is
 * started again, and is read once more as plain paragraphs; only when that fails too is it unreadable, with the reason. After
 * many files the thread ends with them.
 */
export function startReader(entry: string, limits: ReaderLimits = defaultLimits): DocumentReader {
  const { manyFiles = 200, idleMs = 2_000 } = limits
  let waiting: Job[] = []
  let worker: Worker | null = null
  let isReady = false
  let running: Job | null = null
  let timer: NodeJS.Timeout | null = null
  let ended: Fault | null = null
  let filesRead = 0
  let idle: NodeJS.Timeout | null = null

  const giveUpWhenIdle = () => {
    if (worker === null || filesRead < manyFiles) return
    idle ??= setTimeout(() => {
      idle = null
      const open = worker
      worker = null
      void open?.terminate()
    }, idleMs).unref()
  }
  const start = () => {
    isReady = false
    filesRead = 0
    const started = startThread(entry, { name: 'reading', execArgv: [], resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: nurseryMb } })
    worker = started
    if (running === null && waiting.length === 0) started.unref()
    started.on('message', (reply: ReadingReply) => {
      if (worker !== started) return
      if (reply.kind === 'ready') isReady = true
      else finish(reply.result)
      next()
    })
    started.on('error', (error: NodeJS.ErrnoException) => {
      if (worker !== started) return
      worker = null
      if (isReady) fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? `it takes more than ${limits.memoryMb} MB of memory` : `the reading thread stopped: ${error.message}`)
      else end(new Fault('internal', `The reading thread does not start: ${error.message}. Run npm run bundle, and start K81R again.`))
    })
  }
  const next = () => {
    if (ended !== null || running !== null) return
    const job = waiting[0]
    if (job === undefined) {
      worker?.unref()
      giveUpWhenIdle()
      return
    }
    if (idle !== null) clearTimeout(idle)
    idle = null
    worker?.ref()
    if (worker === null) start()
    if (worker === null || !isReady) return
    waiting = waiting.slice(1)
    running = job
    filesRead += 1
    worker.postMessage({ file: job.file, plainBecause: job.plainBecause } satisfies ReadingRequest)
    const limitMs = job.plainBecause === null ? limits.structuredMs : limits.plainMs
    timer = setTimeout(() => {
      const slow = worker
      worker = null
      void slow?.terminate()
      fail(`it takes longer than ${limitMs / 1000} seconds`)
    }, limitMs)
  }
  const takeRunning = (): Job | null => {
    if (timer !== null) clearTimeout(timer)
    const job = running
    running = null
    return job
  }
  const finish = (result: ReadText | UnreadableFile) => takeRunning()?.resolve(result)
  const fail = (why: string) => {
    const job = takeRunning()
    if (job?.plainBecause === null) waiting = [{ ...job, plainBecause: why }, ...waiting]
    else job?.resolve({ reason: `The file cannot be read, not even as plain paragraphs: ${why}.`, worthAnotherTry: true })
    next()
  }
  const end = (fault: Fault) => {
    ended = fault
    takeRunning()?.reject(fault)
    for (const { reject } of waiting) reject(fault)
    waiting = []
  }

  return {
    prepare: () => { if (ended === null && worker === null) start() },
    read: (file) => new Promise((resolve, reject) => {
      if (ended !== null) return reject(ended)
      waiting = [...waiting, { file, plainBecause: null, resolve, reject }]
      next()
    }),
    close: async () => {
      end(new Fault('internal', 'K81R is being stopped.'))
      if (idle !== null) clearTimeout(idle)
      const open = worker
      worker = null
      await open?.terminate()
    },
  }
}
