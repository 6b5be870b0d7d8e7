import type { Worker } from 'node:worker_threads'
import { Fault, startThread } from '@/lib/foundation'
import { loadLanguages, type DocumentFile, type UnreadableFile } from '@/lib/documents'
import type { ReadingReply, ReadingRequest } from './reading-worker'
import { readText, type ReadText } from './read-text'

/** Reads files; each promise is settled when its own file is read, whatever the others do. */
export interface DocumentReader {
  /** Never rejects for what a file holds, only when the reader is closed or cannot work at all. */
  read(file: DocumentFile): Promise<ReadText | UnreadText>
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
  /** Of each thread's heap. */
  readonly memoryMb: number
  /** Threads at most; the second is started only when more than one file waits, and ended when there is nothing left to do. */
  readonly threads: number
}

/** Parsing is half of a first index's work and the database most of the rest, so on two cores two threads keep both busy. */
const defaultLimits: ReaderLimits = { structuredMs: 10_000, plainMs: 30_000, memoryMb: 768, threads: 2 }
/** Parsing makes many small objects; a larger nursery halves the time spent collecting them. */
const nurseryMb = 48
/** A further thread that had nothing to do for so long gives its memory back. */
const idleMs = 2_000

/** What the threads share: the files that wait, first come first served, and whether reading has ended. */
interface Queue {
  readonly waiting: Job[]
  ended: Fault | null
}

/**
 * Reads in threads of its own, under limits. A file that takes too long or too much memory costs its thread, which is
 * started again, and is read once more as plain paragraphs; only when that fails too is it unreadable, with the reason.
 */
export function startReader(entry: string, limits: ReaderLimits = defaultLimits): DocumentReader {
  const queue: Queue = { waiting: [], ended: null }
  const end = (fault: Fault) => {
    queue.ended = fault
    for (const thread of threads) thread.giveUp(fault)
    for (const { reject } of queue.waiting.splice(0)) reject(fault)
  }
  const threads: readonly ReadingThread[] = Array.from({ length: limits.threads }, (_, at) => new ReadingThread(entry, limits, at, queue, end))
  return {
    read: (file) => new Promise((resolve, reject) => {
      if (queue.ended !== null) return reject(queue.ended)
      queue.waiting.push({ file, plainBecause: null, resolve, reject })
      for (const thread of threads) thread.next()
    }),
    close: async () => {
      end(new Fault('internal', 'K81R is being stopped.'))
      await Promise.all(threads.map((thread) => thread.stop()))
    },
  }
}

class ReadingThread {
  #worker: Worker | null = null
  #isReady = false
  #running: Job | null = null
  #limit: NodeJS.Timeout | null = null
  #idle: NodeJS.Timeout | null = null

  /** `at`: its number; it starts only when more files than that wait. */
  constructor(readonly entry: string, readonly limits: ReaderLimits, readonly at: number, readonly queue: Queue, readonly end: (fault: Fault) => void) {}

  /** Takes the next file, if it has none; starts the thread if it is needed and not there. */
  next(): void {
    const { queue, limits } = this
    if (queue.ended !== null || this.#running !== null) return
    if (queue.waiting.length === 0) return this.#rest()
    if (this.#worker === null && queue.waiting.length > this.at) this.#start()
    if (this.#worker === null) return
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#worker.ref()
    if (!this.#isReady) return
    const job = queue.waiting.shift()
    if (job === undefined) return
    this.#running = job
    this.#worker.postMessage({ file: job.file, plainBecause: job.plainBecause } satisfies ReadingRequest)
    const limitMs = job.plainBecause === null ? limits.structuredMs : limits.plainMs
    this.#limit = setTimeout(() => {
      void this.stop()
      this.#fail(`it takes longer than ${limitMs / 1000} seconds`)
    }, limitMs)
  }

  /** Rejects the file that is being read. */
  giveUp(fault: Fault): void {
    this.#takeRunning()?.reject(fault)
  }

  async stop(): Promise<void> {
    const open = this.#worker
    this.#worker = null
    await open?.terminate()
  }

  #start(): void {
    this.#isReady = false
    const started = startThread(this.entry, { name: 'reading', execArgv: [], resourceLimits: { maxOldGenerationSizeMb: this.limits.memoryMb, maxYoungGenerationSizeMb: nurseryMb } })
    this.#worker = started
    started.on('message', (reply: ReadingReply) => {
      if (this.#worker !== started) return
      if (reply.kind === 'ready') this.#isReady = true
      else this.#takeRunning()?.resolve(reply.result)
      this.next()
    })
    started.on('error', (error: NodeJS.ErrnoException) => {
      if (this.#worker !== started) return
      this.#worker = null
      if (this.#isReady) this.#fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? `it takes more than ${this.limits.memoryMb} MB of memory` : `the reading thread stopped: ${error.message}`)
      else this.end(new Fault('internal', `The reading thread does not start: ${error.message}. Run npm run bundle, and start K81R again.`))
    })
  }

  #rest(): void {
    this.#worker?.unref()
    if (this.at === 0) return // the first stays warm for the next edit
    if (this.#idle !== null) clearTimeout(this.#idle)
    this.#idle = setTimeout(() => { if (this.#running === null) void this.stop() }, idleMs).unref()
  }

  #takeRunning(): Job | null {
    if (this.#limit !== null) clearTimeout(this.#limit)
    const job = this.#running
    this.#running = null
    return job
  }

  #fail(why: string): void {
    const job = this.#takeRunning()
    if (job?.plainBecause === null) this.queue.waiting.unshift({ ...job, plainBecause: why })
    else job?.resolve({ reason: `The file cannot be read, not even as plain paragraphs: ${why}.`, worthAnotherTry: true })
    this.next()
  }
}
