import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { leaveRefusals } from '../../messages.ts'

type AwayStudent = { id: string; full_name: string; school_id: string; today: PlainDate }

/** An active student of the caller's school, with today's date there; refused for everyone else. */
export async function findStudent(tx: Tx, id: string): Promise<AwayStudent> {
  const student = await tx
    .selectFrom('users')
    .select(['id', 'full_name', sql<string>`linked_school_id`.as('school_id')])
    .select(sql<PlainDate>`app.school_today(linked_school_id)`.as('today'))
    .where('id', '=', id)
    .where('role', '=', 'student')
    .where('status', '=', 'active')
    .where(sql<boolean>`app.administers_school(linked_school_id)`)
    .executeTakeFirst()
  return student ?? refuse(leaveRefusals, refusal('leave.no_student'))
}
