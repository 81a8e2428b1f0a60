import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** Who can be the faculty member of a project: instructors and administrators of the school. */
export async function listFaculty(tx: Tx, schoolId: string): Promise<{ id: string; full_name: string }[]> {
  const { rows } = await sql<{ id: string; full_name: string }>`
    select u.id, u.full_name from public.users u
    where u.linked_school_id = ${schoolId}::uuid and u.role in ('proctor', 'school_admin', 'school_super_admin') and u.status = 'active'
    order by u.role = 'proctor' desc, u.full_name, u.id`.execute(tx)
  return rows
}
