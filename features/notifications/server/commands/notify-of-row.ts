import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

type Written = {
  table:
    | 'shift_swaps'
    | 'makeup_needs'
    | 'student_leaves'
    | 'hours_requests'
    | 'hours_entries'
    | 'wishlist_concerns'
    | 'semester_reports'
    | 'permission_requests'
    | 'signup_requests'
    | 'consents'
    | 'departures'
  id: string
}
type Delivery = {
  /** Columns of the row that name people, its school's administrators, the instructors who advise its student, or who else administers the school or facility of its person. */
  to: readonly (
    | 'student_id'
    | 'instructor_id'
    | 'proctor_id'
    | 'requester_id'
    | 'user_id'
    | 'from_student_id'
    | 'to_student_id'
    | 'school'
    | 'advisors'
    | 'administrators'
  )[]
  type: string
  url: string | null
  key: string
}

/** Notifies people of a row that the asker has just written, each once for the key; refused for any other row. */
export async function notifyOfRow(
  tx: Tx,
  { table, id }: Written,
  { to, type, url, key }: Delivery,
  { code, values }: { code: string; values: object },
): Promise<void> {
  await sql`select app.notify_of_row(${table}, ${id}::uuid, ${to}::text[], ${type}, ${code}, ${JSON.stringify(values)}::jsonb, ${url}, ${key})`.execute(
    tx,
  )
}
