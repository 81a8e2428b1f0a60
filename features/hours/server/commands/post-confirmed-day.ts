import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/server/db.ts'

type Day = { id: string; school_id: string; date: string; kind: string; minutes: number }
type Project = {
  student_id: string
  semester_id: string | null
  specialty: string
  course_code: string | null
}

/**
 * Credits a capstone day that its preceptor just confirmed, in the same transaction; once for each day, by its key. PostgreSQL refuses
 * values that differ from the day's.
 */
export async function postConfirmedDay(tx: Tx, day: Day, project: Project): Promise<void> {
  const { student_id, semester_id, specialty, course_code } = project
  await tx
    .insertInto('hours_entries')
    .values({
      id: randomUUID(),
      school_id: day.school_id,
      capstone_day_id: day.id,
      source: 'preceptor',
      source_key: `capstone ${day.id}`,
      date: day.date,
      minutes: day.minutes,
      kind: day.kind === 'orientation' || day.kind === 'other' ? day.kind : 'direct_care',
      student_id,
      semester_id,
      specialty,
      course_code,
    })
    .execute()
}
