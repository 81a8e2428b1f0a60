import { withActor } from '#platform/server/actor.ts'
import type { Log } from '#platform/server/log.ts'
import type { TaskRegistry } from '#platform/server/task-registry.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import { queueDue, claimRun } from './queries/due.ts'
import { readRoster } from './read-roster.ts'
import type { CanvasServices } from './test-connection.ts'

/** Runs one reading that is due or requested; false if there is none. */
export async function runDueCanvasReading(services: CanvasServices, signal: AbortSignal): Promise<boolean> {
  const { workerPool } = services
  await withActor(workerPool, null, queueDue)
  const run = await withActor(workerPool, null, claimRun)
  if (run) await readRoster(services, run, signal)
  return run !== undefined
}

/** Reads rosters from Canvas: each once a day, and on request. Safe in any number of processes. Returns a function that stops it. */
export function startCanvasReader(
  services: CanvasServices & { log: Log; tasks?: TaskRegistry | undefined },
): () => Promise<void> {
  return startBackgroundTask(services, {
    name: 'canvas',
    everyMs: 60_000,
    firstMs: 2_000,
    failed: 'rosters could not be read from Canvas',
    round: (stopping) => runDueCanvasReading(services, stopping),
  })
}
