import { sql } from 'kysely'
import { withActor } from './actor.ts'
import type { Pool } from './db.ts'
import type { Log } from './log.ts'
import { startRounds } from './rounds.ts'

export type CleanUpServices = {
  /** Logged in as app_worker, which may call app.clean_up and touch none of the tables. */
  workerPool: Pool
  log: Log
}

export type CleanUpPace = {
  /** Rows of a kind in one transaction. */
  batch?: number
  /** Milliseconds between two rounds. */
  everyMs?: number
  /** Milliseconds after the start before the first. */
  firstMs?: number
  /** Milliseconds between two batches of a round, for everyone else. */
  pauseMs?: number
}

const BATCHES_MAX = 200

/**
 * Deletes what is past its time (docs/decisions/011), batch by batch until nothing is left of any kind, at most 200 batches
 * a round; resolves to how many rows of each kind went. Throws what the database throws.
 */
export async function cleanUp(
  { workerPool }: Pick<CleanUpServices, 'workerPool'>,
  {
    batch = 500,
    pauseMs = 50,
    signal,
  }: Pick<CleanUpPace, 'batch' | 'pauseMs'> & { signal?: AbortSignal } = {},
): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {}
  for (let round = 0; round < BATCHES_MAX && !signal?.aborted; round++) {
    const { rows } = await withActor(
      workerPool,
      null,
      (tx) =>
        sql<{ kind: string; deleted: number }>`select * from app.clean_up(${batch}::integer)`.execute(tx),
      { deadlineMs: 10_000 },
    )
    for (const row of rows) deleted[row.kind] = (deleted[row.kind] ?? 0) + row.deleted
    if (rows.every((row) => row.deleted < batch)) break
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return deleted
}

/** Cleans up a minute after the start and then every hour; any number of processes may. Returns how to stop: the batch under way is finished. */
export function startCleanUp(services: CleanUpServices, pace: CleanUpPace = {}): () => Promise<void> {
  const { everyMs = 3_600_000, firstMs = 60_000 } = pace
  return startRounds(services, {
    everyMs,
    firstMs,
    failed: 'what is past its time could not be deleted',
    round: async (signal) => {
      const deleted = await cleanUp(services, { ...pace, signal })
      if (Object.values(deleted).some((count) => count > 0))
        services.log.info({ deleted }, 'what was past its time is deleted')
    },
  })
}
