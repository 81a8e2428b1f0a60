import { readinessOf } from '#features/credentials/server/public.ts'
import { loadProgress } from '#features/hours/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { StudentSummary } from '../../contract.ts'
import { findNextShifts } from './find-next-shifts.ts'

/** Hours, next shift and credentials of a few students, with the same number of statements for a page as for one student. */
export async function summarizeStudents(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, StudentSummary>> {
  if (ids.length === 0) return new Map()
  const [progress, readiness, shifts] = await Promise.all([
    loadProgress(tx, { students: ids, isByDay: false }),
    readinessOf(tx, ids),
    findNextShifts(tx, ids),
  ])
  const hours = new Map(progress.map((one) => [one.student_id, one]))
  return new Map(
    ids.map((id) => {
      const own = hours.get(id)
      const ready = readiness.get(id)
      return [
        id,
        {
          hours: own
            ? { credited: own.credited, projected: own.projected, required: own.required, gap: own.gap }
            : null,
          next_shift: shifts.get(id) ?? null,
          clearance: ready
            ? { status: ready.status, missing: ready.missing_types, in_review: ready.in_review_types }
            : null,
        },
      ]
    }),
  )
}
