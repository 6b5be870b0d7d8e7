import { Worker, type ResourceLimits, type WorkerOptions } from 'node:worker_threads'

/** For a thread whose memory is not V8's, or that mostly waits: the nursery it would otherwise grow to holds garbage alone. */
export const smallNursery: ResourceLimits = { maxYoungGenerationSizeMb: 16 }

/**
 * Starts a worker thread from a bundled entry in `dist/`. `Reflect.construct` keeps the framework's bundler, which
 * rewrites every literal `new Worker(path)` it sees, from looking for the entry inside its own output.
 */
export function startThread(entry: string, options: WorkerOptions): Worker {
  const thread: unknown = Reflect.construct(Worker, [entry, options])
  return thread as Worker // construct is typed any
}
