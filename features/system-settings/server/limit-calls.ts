import { constants } from '#core/constants.ts'
import { withActor } from '#platform/server/actor.ts'
import { refuseIfTooMany, spendQuota } from '#platform/server/rate-limits.ts'
import type { Pool } from '#platform/server/db.ts'

/** Counts one call of a person, across all servers; throws TOO_MANY_REQUESTS above the limit of its kind (Spec §9, §8). */
export async function limitCalls(
  workerPool: Pool,
  userId: string,
  kind: keyof typeof constants.rateLimits,
): Promise<void> {
  const { requests, windowMs } = constants.rateLimits[kind]
  const key = `system ${kind} of ${userId}`
  const retryAfter = await withActor(workerPool, null, (tx) =>
    spendQuota(tx, key, requests, `${windowMs} milliseconds`),
  )
  refuseIfTooMany(retryAfter)
}
