import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import { evaluationWalks, runDueEvaluationWork } from './commands/run-due-evaluation-work.ts'

/** Opens, reminds of, verifies and locks evaluations every minute; any number of processes may run it. Returns a function that stops it. */
export function startEvaluationWorker(services: { workerPool: Pool; log: Log }): () => Promise<void> {
  const walks = evaluationWalks()
  return startBackgroundTask(services, {
    name: 'evaluations',
    everyMs: 60_000,
    failed: 'evaluations could not be looked through',
    round: async () => {
      await withActor(services.workerPool, null, (tx) => runDueEvaluationWork(tx, undefined, walks), {
        deadlineMs: 30_000,
      })
    },
  })
}
