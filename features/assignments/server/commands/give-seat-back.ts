import type { Tx } from '#platform/server/db.ts'
import { assignMakeup } from './assign-makeup.ts'
import { assignStudents } from './assign-students.ts'

/**
 * Assigns a student again to the shift of a seat that was freed: as a make-up if it was one, so that its hours count as made up. Returns
 * why not, or null; or throws a refusal.
 */
export async function giveSeatBack(tx: Tx, id: string): Promise<string | null> {
  const {
    shift_id: shiftId,
    student_id,
    need,
  } = await tx
    .selectFrom('assignments as a')
    .leftJoin('makeup_needs as m', (on) =>
      on.onRef('m.assignment_id', '=', 'a.makeup_for').onRef('m.student_id', '=', 'a.student_id'),
    )
    .select(['a.shift_id', 'a.student_id', 'm.id as need'])
    .where('a.id', '=', id)
    .executeTakeFirstOrThrow()
  if (need) {
    await assignMakeup(tx, { id: need, shiftId, reason: null })
    return null
  }
  const [given] = await assignStudents(tx, { shiftId, students: [student_id], reason: null })
  return given?.message ?? null
}
