import { outcomeOf } from '#features/jobs/server/public.ts'
import type { Tx } from '#platform/server/db.ts'

type Outcome = { id: string; ok: boolean; why?: string }

/** Runs each change separately, so that a refused one does not stop the others. */
export async function eachChange(
  tx: Tx,
  ids: readonly string[],
  work: (id: string) => Promise<void>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const id of new Set(ids)) {
    const outcome = await outcomeOf(tx, () => work(id))
    outcomes.push(
      outcome.status === 'done' ? { id, ok: true } : { id, ok: false, why: outcome.message ?? '' },
    )
  }
  return outcomes
}
