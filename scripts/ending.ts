/** A terminal sends Ctrl-C to the whole process group, and npm forwards it: that still counts as one Ctrl-C. */
const ONE_PRESS_MS = 700
const PATIENCE_MS = 20_000

/**
 * Ends the process in order on Ctrl-C, SIGTERM or a killed parent: `close` runs once, then exit 0. A second Ctrl-C, or 20 s, ends it
 * immediately.
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

/** Names of errors that are written for the person at the terminal: one line says everything. */
const PLAIN = new Set(['ConfigError', 'PostgresError', 'SetupError', 'StartError'])

/** A start can't continue, for a reason that fits in one line. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Prints the error, as one line if it is meant for people, and exits with 1. */
export function fail(error: unknown): never {
  const isPlain = error instanceof Error && PLAIN.has(error.name)
  console.error(isPlain ? error.message : error)
  process.exit(1)
}
