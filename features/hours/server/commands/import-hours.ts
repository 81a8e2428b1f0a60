import { notification } from '#core/notification-texts.ts'
import type { PlainDate } from '#core/plain-date.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import type { Tx } from '#platform/server/db.ts'
import type { HoursKind } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'
import { findStudentOn } from '../queries/find-student-on.ts'
import { notifyOfLine } from './notify-of-hours.ts'

type Imported = {
  school_id: string
  student_id: string
  date: PlainDate
  minutes: number
  kind: HoursKind
  specialty: Specialty
  course_code: string | null
  /** The key of the line: the same one adds nothing again, unless the line was taken back. */
  source_key: string
  reason: string
  evidence: string
  /** What the student's notification says about the whole file; null if this line doesn't notify. */
  notice: { minutes: number; lines: number } | null
}

/** Adds hours from another system's records to the ledger, in the semester of their date; false if they are there already. */
export async function importHours(tx: Tx, { notice, ...line }: Imported): Promise<boolean> {
  const student = await findStudentOn(tx, line.student_id, line.date)
  const key = await addLine(tx, { ...line, semester_id: student.semester_id })
  if (!key) return false
  if (!notice) return true
  await notifyOfLine(
    tx,
    { school_id: line.school_id, source_key: key },
    notification(notificationTexts, 'hours.imported', notice),
  )
  return true
}

/** Adds a line under its key, or under a new key if that line was taken back; null if it still counts. */
async function addLine(
  tx: Tx,
  line: Omit<Imported, 'notice'> & { semester_id: string | null },
): Promise<string | null> {
  for (let key = line.source_key; ;) {
    const { numInsertedOrUpdatedRows: added } = await tx
      .insertInto('hours_entries')
      .values({ ...line, source_key: key, source: 'import' })
      .onConflict((conflict) => conflict.columns(['school_id', 'source_key']).doNothing())
      .executeTakeFirstOrThrow()
    if (added) return key
    const there = await tx
      .selectFrom('hours_entries as e')
      .innerJoin('hours_entries as r', (join) =>
        join.onRef('r.reverses', '=', 'e.id').onRef('r.school_id', '=', 'e.school_id'),
      )
      .where('e.school_id', '=', line.school_id)
      .where('e.source_key', '=', key)
      .select('e.id')
      .executeTakeFirst()
    if (!there) return null
    key = `again ${there.id} ${line.source_key}`
  }
}
