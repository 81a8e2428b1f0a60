/** A terminal sends Ctrl-C to the whole process group, and npm sends it on: that is still one Ctrl-C. */
const ONE_PRESS_MS = 700
const PATIENCE_MS = 20_000

/**
 * Ends the process in order when it is told to (Ctrl-C, SIGTERM, a killed parent): `close` runs once, then exit 0.
 * A second Ctrl-C, or 20 s, ends it at once.
 */
export function endInOrder(close: () => Promise<void>): void {
  let askedAt: number | undefined
  const end = (): void => {
    if (askedAt !== undefined) {
      if (performance.now() - askedAt > ONE_PRESS_MS) process.exit(130)
      return
    }
    askedAt = performance.now()
    setTimeout(() => process.exit(1), PATIENCE_MS).unref()
    close().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  process.on('disconnect', end)
  process.channel?.unref()
}

/** Errors written for the person at the terminal, by name: one line is all there is to say. */
const PLAIN = new Set(['ConfigError', 'PostgresError', 'SetupError', 'StartError'])

/** A start that cannot go on, for a reason told in one line. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Prints why, as one line where the error is meant for people, and exits 1. */
export function fail(error: unknown): never {
  const isPlain = error instanceof Error && PLAIN.has(error.name)
  console.error(isPlain ? error.message : error)
  process.exit(1)
}
