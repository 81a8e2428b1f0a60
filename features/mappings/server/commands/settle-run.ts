import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { mappingRefusals } from '../../messages.ts'
import { runBlocker } from '../../rules.ts'
import { notifyOfRun } from './notify-about-mapping.ts'
import { lockRun } from './lock-run.ts'

/** Adds the chosen proposals of a run as proposed mappings; skips and counts those mapped in the meantime. */
export async function applyRun(
  tx: Tx,
  { id, chosen }: { id: string; chosen: readonly number[] },
): Promise<{ added: number; known: number }> {
  const run = await lockRun(tx, id)
  refuseIf(mappingRefusals, runBlocker(run.status, 'applied'))
  const those = [...new Set(chosen)].map(
    (position) => run.proposals[position] ?? refuse(mappingRefusals, refusal('mapping.not_in_run')),
  )
  const made = await tx
    .insertInto('mappings')
    .values(
      those.map(({ program_id, course_code, specialty, facility_id, confidence, words, rationale }) => ({
        id: crypto.randomUUID(),
        school_id: run.school_id,
        program_id,
        course_code,
        specialty,
        facility_id,
        confidence,
        words,
        rationale,
        origin: 'ai',
        run_id: id,
      })),
    )
    .onConflict((taken) => taken.doNothing())
    .returning('id')
    .execute()
  await tx
    .updateTable('mapping_runs')
    .set({ status: 'applied', applied: made.length })
    .where('id', '=', id)
    .execute()
  if (made.length > 0) await notifyOfRun(tx, id, made.length, run.facility_name)
  return { added: made.length, known: those.length - made.length }
}

/** Discards a run; mappings applied from other runs stay. */
export async function discardRun(tx: Tx, id: string): Promise<void> {
  const run = await lockRun(tx, id)
  if (run.status === 'discarded') return
  refuseIf(mappingRefusals, runBlocker(run.status, 'discarded'))
  await tx.updateTable('mapping_runs').set({ status: 'discarded' }).where('id', '=', id).execute()
}
