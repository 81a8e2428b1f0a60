import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import { seal } from './commands/seal.ts'
import { removeOld } from './commands/remove-old.ts'

type Services = { workerPool: Pool; log: Log }

/** Rows per step: about 0.1 s of PostgreSQL's time. */
const STEP = 2_000
const REMOVED = 2_000

/**
 * Seals committed rows in the queue; any number of processes may call it,
 * and one works at a time. Resolves to the number of rows sealed.
 */
export function sealAudit({ workerPool }: Pick<Services, 'workerPool'>, rows = STEP): Promise<number> {
  return withActor(workerPool, null, (tx) => seal(tx, rows), { deadlineMs: 10_000 })
}

/**
 * Removes reads, refusals and failed sign-ins that are older than six years
 * (docs/decisions/011); resolves to the number of rows removed.
 */
export function removeOldAccess({ workerPool }: Pick<Services, 'workerPool'>): Promise<number> {
  return withActor(workerPool, null, (tx) => removeOld(tx, REMOVED), { deadlineMs: 10_000 })
}

/** Seals the trail every ten seconds (docs/decisions/049), and every hour removes what is too old. Returns a function that stops it. */
export function startAuditWorker(services: Services, everyMs = 10_000): () => Promise<void> {
  const stopSealing = startBackgroundTask(services, {
    name: 'audit-seal',
    everyMs,
    firstMs: everyMs,
    failed: 'the audit trail could not be sealed',
    round: async () => (await sealAudit(services)) >= STEP,
  })
  const stopRemoving = startBackgroundTask(services, {
    name: 'audit-retention',
    everyMs: 3_600_000,
    firstMs: 90_000,
    failed: 'what is past its time in the access trail could not be removed',
    round: async () => (await removeOldAccess(services)) >= REMOVED,
  })
  return async () => {
    await Promise.all([stopSealing(), stopRemoving()])
  }
}
