import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a worker thread from a bundled entry in `dist/`. `Reflect.construct` keeps the framework's bundler, which
 * rewrites every literal `new Worker(path)` it sees, from looking for the entry inside its own output.
 */
export function startThread(entry: string, options: WorkerOptions): Worker {
  const thread: unknown = Reflect.construct(Worker, [entry, options])
  return thread as Worker // construct is typed any
}
