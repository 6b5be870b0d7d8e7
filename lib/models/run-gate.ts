const stopping = 0
const running = 1

/**
 * Keeps a thread from being ended inside the native runtime, which would abort the whole process.
 * One side runs between `enter` and `leave`; the other closes the gate and waits for the run that is under way.
 */
export class RunGate {
  private readonly state: Int32Array<SharedArrayBuffer>

  constructor(readonly shared: SharedArrayBuffer = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
    this.state = new Int32Array(shared)
  }

  /** False when the gate is closed: then nothing may be run, now or later. */
  enter(): boolean {
    // Announced before looking: whichever side comes second sees the other.
    Atomics.store(this.state, running, 1)
    if (Atomics.load(this.state, stopping) === 0) return true
    this.leave()
    return false
  }

  leave(): void {
    Atomics.store(this.state, running, 0)
    Atomics.notify(this.state, running)
  }

  close(): void {
    Atomics.store(this.state, stopping, 1)
  }

  isRunning(): boolean {
    return Atomics.load(this.state, running) === 1
  }

  /** Closes the gate and blocks this thread until the run under way is over, for an exit that can wait for nothing else. */
  closeAndBlock(timeoutMs: number): void {
    this.close()
    Atomics.wait(this.state, running, 1, timeoutMs)
  }
}
