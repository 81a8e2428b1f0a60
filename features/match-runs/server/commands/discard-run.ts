import { refuseIf, refusal } from '#core/refusal.ts'
import { canTransition } from '#core/steps.ts'
import type { Tx } from '#platform/server/db.ts'
import { runRefusals } from '../../messages.ts'
import { runSteps } from '../../rules.ts'
import { lockRun } from './lock-run.ts'

/** Discards a run; published results stay. */
export async function discardRun(tx: Tx, id: string): Promise<void> {
  const run = await lockRun(tx, id)
  if (run.status === 'discarded') return
  refuseIf(
    runRefusals,
    canTransition(runSteps, run.status, 'discarded', 'school') ? null : refusal('run.settled'),
  )
  await tx.updateTable('wishlist_runs').set({ status: 'discarded' }).where('id', '=', id).execute()
}
