import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/server/db.ts'

/**
 * Credits a capstone day that its preceptor has just confirmed, inside that transaction; once for each day, by its key. Student, semester,
 * date, minutes, kind, specialty and course are the day's own: PostgreSQL reads them from it.
 */
export async function postConfirmedDay(tx: Tx, day: { id: string; school_id: string }): Promise<void> {
  await tx
    .insertInto('hours_entries')
    .values({
      id: randomUUID(),
      school_id: day.school_id,
      capstone_day_id: day.id,
      source: 'preceptor',
      source_key: `capstone ${day.id}`,
      // The guard writes those of the day over them.
      student_id: day.id,
      date: '2000-01-01',
      minutes: 1,
      kind: 'direct_care',
      specialty: 'other',
    })
    .execute()
}
