import { refuseIf } from '#core/refusal.ts'
import { keepFiles } from '#features/files/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { HandEntry } from '../../contract.ts'
import { hoursRefusals } from '../../messages.ts'
import { entryBlocker } from '../../rules.ts'
import { findStudentOn } from '../queries/find-student-on.ts'
import { notifyOfHours } from './notify-of-hours.ts'

/**
 * Enters hours by hand, or deducts some, with a reason that the student is notified of. Repeating the same entry adds nothing. Its files
 * become part of the student’s record, unless they already are.
 */
export async function enterHours(
  tx: Tx,
  { id, ...entry }: HandEntry,
  { areFilesKept = false } = {},
): Promise<void> {
  const student = await findStudentOn(tx, entry.student_id, entry.date)
  refuseIf(hoursRefusals, entryBlocker(entry, student.today))
  const source_key = `entry ${id}`
  const added = await tx
    .insertInto('hours_entries')
    .values({
      id,
      school_id: student.school_id,
      ...entry,
      // Hours belong to the semester of their date, and its lock applies.
      semester_id: student.semester_id,
      source: entry.minutes > 0 ? 'manual' : 'adjustment',
      source_key,
    })
    .onConflict((conflict) => conflict.columns(['school_id', 'source_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  const files = { purpose: 'evidence' as const, ownerId: entry.student_id }
  if (added && !areFilesKept) await keepFiles(tx, entry.evidence_file_ids, files)
  const { minutes, date, kind, reason } = entry
  await notifyOfHours(tx, { school_id: student.school_id, source_key, minutes, date, kind, reason })
}
