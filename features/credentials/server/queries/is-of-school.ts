import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** True for a student or instructor of the caller's school. */
export async function isOfSchool(tx: Tx, personId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from public.users u where u.id = ${personId}::uuid and u.role in ('student', 'proctor')
      and u.linked_school_id = (select app.selected_school_id())`.execute(tx)
  return rows.length > 0
}
