import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { HandEntry } from '../../contract.ts'
import { hoursRefusals } from '../../messages.ts'
import { entryBlocker } from '../../rules.ts'
import { notifyOfHours } from './notify-of-hours.ts'

/** Enters hours by hand, or takes some off, with a reason that the student is notified of. The same entry again adds nothing. */
export async function enterHours(tx: Tx, { id, ...entry }: HandEntry): Promise<void> {
  const { rows } = await sql<{ school_id: string; today: PlainDate; semester_id: string | null }>`
    select u.linked_school_id as school_id, app.school_today(u.linked_school_id) as today,
      (select s.id from public.semesters s where s.school_id = u.linked_school_id and ${entry.date}::date between s.start_date and s.end_date
        order by s.is_active desc, s.start_date desc, s.id limit 1) as semester_id
    from public.users u
    where u.id = ${entry.student_id}::uuid and u.role = 'student' and u.linked_school_id is not null`.execute(
    tx,
  )
  const student = rows[0] ?? refuse(hoursRefusals, refusal('hours.no_student'))
  refuseIf(hoursRefusals, entryBlocker(entry, student.today))
  const source_key = `entry ${id}`
  await tx
    .insertInto('hours_entries')
    .values({
      id,
      school_id: student.school_id,
      ...entry,
      // Hours of a day belong to the semester it lies in, whose lock counts.
      semester_id: entry.semester_id ?? student.semester_id,
      source: entry.minutes > 0 ? 'manual' : 'adjustment',
      source_key,
    })
    .onConflict((conflict) => conflict.columns(['school_id', 'source_key']).doNothing())
    .execute()
  const { minutes, date, kind, reason } = entry
  await notifyOfHours(tx, { school_id: student.school_id, source_key, minutes, date, kind, reason })
}
