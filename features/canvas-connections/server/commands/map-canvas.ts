import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { canvasRefusals } from '../../messages.ts'
import { readBlocker } from '../../rules.ts'
import { lockConnection } from './lock-connection.ts'

/** Maps a term to a semester, or to none: sections of a term without one are not read. */
export async function mapTerm(
  tx: Tx,
  { id, semester_id }: { id: string; semester_id: string | null },
): Promise<void> {
  const term = await tx.selectFrom('canvas_terms').select('school_id').where('id', '=', id).executeTakeFirst()
  if (!term) return refuse(canvasRefusals, refusal('canvas.missing'))
  if (semester_id !== null) {
    const semester = await tx
      .selectFrom('semesters')
      .select('id')
      .where('id', '=', semester_id)
      .where('school_id', '=', term.school_id)
      .executeTakeFirst()
    if (!semester) refuse(canvasRefusals, refusal('canvas.no_semester'))
  }
  await tx.updateTable('canvas_terms').set({ semester_id }).where('id', '=', id).execute()
}

type Mapped = { id: string; section_ids: string[]; cohort_id: string | null }

/** Maps sections to a cohort, or to none; their people are read next time. */
export async function mapSections(tx: Tx, { id, section_ids, cohort_id }: Mapped): Promise<number> {
  const { school_id } = await lockConnection(tx, id)
  if (cohort_id !== null) {
    const cohort = await tx
      .selectFrom('cohorts')
      .select('id')
      .where('id', '=', cohort_id)
      .where('school_id', '=', school_id)
      .where('status', 'in', ['planned', 'active', 'on_hold'])
      .executeTakeFirst()
    if (!cohort) refuse(canvasRefusals, refusal('canvas.no_such_cohort'))
  }
  const { numUpdatedRows } = await tx
    .updateTable('canvas_sections')
    .set({ cohort_id })
    .where('connection_id', '=', id)
    .where('id', 'in', section_ids)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Requests a reading now; repeating the id requests nothing. */
export async function startReading(tx: Tx, { id, run_id }: { id: string; run_id: string }): Promise<void> {
  const connection = await lockConnection(tx, id)
  if (connection.open_run?.id === run_id) return
  refuseIf(canvasRefusals, readBlocker(connection))
  await tx
    .insertInto('canvas_runs')
    .values({ id: run_id, connection_id: id, school_id: connection.school_id, kind: 'roster' })
    .onConflict((taken) => taken.column('id').doNothing())
    .execute()
}
