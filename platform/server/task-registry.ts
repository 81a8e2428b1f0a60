import type { BackgroundTask } from '#core/background-tasks.ts'

/** What a process knows about one kind of its background work since it started; instants in ISO 8601. */
export type TaskRuns = {
  name: BackgroundTask
  every_ms: number
  is_running: boolean
  rounds: number
  failures: number
  last_started_at: string | null
  last_ms: number | null
  next_at: string | null
  last_failed_at: string | null
  last_failure: string | null
}

type Waiting = { resolve: (ended: { ms: number }) => void; reject: (error: Error) => void }

/** The background work of a process: when each kind ran, how long it took, what failed, and when it runs next. */
export class TaskRegistry {
  readonly #entries = new Map<BackgroundTask, Entry>()

  /** Adds a kind of work; `trigger` starts a round at once, or right after the current one. */
  open(name: BackgroundTask, everyMs: number, trigger: () => void): Entry {
    const entry = new Entry(name, everyMs, trigger)
    this.#entries.set(name, entry)
    return entry
  }

  list(): TaskRuns[] {
    return [...this.#entries.values()].map(({ state }) => ({ ...state }))
  }

  /** Runs one round now and returns how long it took. Throws what the round throws, and if this process does no such work. */
  async run(name: BackgroundTask): Promise<{ ms: number }> {
    const entry = this.#entries.get(name)
    if (!entry) throw new Error('This server does no such work.')
    return entry.run()
  }
}

class Entry {
  readonly state: TaskRuns
  readonly #trigger: () => void
  #asked: Waiting[] = []
  #served: Waiting[] = []
  #began = 0
  #isClosed = false

  constructor(name: BackgroundTask, everyMs: number, trigger: () => void) {
    this.#trigger = trigger
    this.state = {
      name,
      every_ms: everyMs,
      is_running: false,
      rounds: 0,
      failures: 0,
      last_started_at: null,
      last_ms: null,
      next_at: null,
      last_failed_at: null,
      last_failure: null,
    }
  }

  run(): Promise<{ ms: number }> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new Error('This server is stopping.'))
      this.#asked.push({ resolve, reject })
      this.#trigger()
    })
  }

  waits(ms: number): void {
    this.state.next_at = new Date(Date.now() + ms).toISOString()
  }

  /** A round answers the calls of `run` made before it began; those made during it wait for the next. */
  begins(): void {
    this.#served = this.#asked
    this.#asked = []
    this.#began = performance.now()
    Object.assign(this.state, { is_running: true, last_started_at: new Date().toISOString() })
  }

  async ends(round: Promise<unknown>): Promise<void> {
    const ms = Math.round(performance.now() - this.#began)
    Object.assign(this.state, { is_running: false, last_ms: ms, rounds: this.state.rounds + 1 })
    try {
      await round
      for (const { resolve } of this.#served) resolve({ ms })
    } catch (error) {
      const { message } = error as Error
      this.state.failures += 1
      Object.assign(this.state, { last_failed_at: new Date().toISOString(), last_failure: message })
      for (const { reject } of this.#served) reject(error as Error)
    }
  }

  closes(): void {
    this.#isClosed = true
    for (const { reject } of this.#asked) reject(new Error('This server is stopping.'))
    this.#asked = []
  }
}
