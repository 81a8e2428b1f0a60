import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { proposalsFor } from '../../rules.ts'
import { listAreas } from '../queries/list-areas.ts'
import { loadDictionary, loadKnown, loadUnits } from '../queries/load-run-input.ts'
import { lockRun } from './lock-run.ts'

/** Starts a queued run; false if it was discarded or is done. After a crash it continues. */
export async function beginRun(tx: Tx, id: string): Promise<boolean> {
  const run = await lockRun(tx, id)
  if (run.status === 'queued')
    await tx.updateTable('mapping_runs').set({ status: 'running' }).where('id', '=', id).execute()
  return run.status === 'queued' || run.status === 'running'
}

/** Stores the engine's proposals for a person to review. */
export async function finishRun(tx: Tx, id: string): Promise<void> {
  const run = await lockRun(tx, id)
  if (run.status !== 'running') return
  const courses = await listAreas(tx, run.school_id)
  const units = await loadUnits(tx, run)
  const found = proposalsFor(
    courses,
    units,
    await loadDictionary(tx, run),
    await loadKnown(tx, run.school_id),
  )
  await tx
    .updateTable('mapping_runs')
    .set({
      status: 'review',
      courses: courses.length,
      units: units.length,
      known: found.known,
      proposals: JSON.stringify(found.proposals),
      finished_at: sql<string>`now()`,
    })
    .where('id', '=', id)
    .execute()
}
