import { refuse, refusal } from '#core/refusal.ts'
import type { Problem } from '#features/matching/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { RunProof, RunSettings, RunStatus } from '../../contract.ts'
import { hasMatch } from '../../rules.ts'
import { runRefusals } from '../../messages.ts'
import type { gapsOf } from '../result-of.ts'

type LockedRun = {
  id: string
  school_id: string
  campaign_id: string
  number: number
  status: RunStatus
  settings: RunSettings
  problem: Problem | null
  gaps: ReturnType<typeof gapsOf> | null
  proof: RunProof | null
  is_feasible: boolean
}

/** Locks a run and reads it; throws NOT_FOUND if the caller may not change it. */
export const lockRun = (tx: Tx, id: string): Promise<LockedRun> => readRun(tx, id, true)

/** Reads a run, and locks it if it will be changed; throws NOT_FOUND if the caller may not see it. */
export async function readRun(tx: Tx, id: string, isLocked: boolean): Promise<LockedRun> {
  const run = await tx
    .selectFrom('wishlist_runs')
    .select(['id', 'school_id', 'campaign_id', 'number', 'status', 'settings', 'problem', 'gaps', 'proof'])
    .where('id', '=', id)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!run) return refuse(runRefusals, refusal('run.not_found'))
  const found = run as unknown as Omit<LockedRun, 'is_feasible'>
  return { ...found, is_feasible: found.proof !== null && hasMatch(found.proof) }
}
