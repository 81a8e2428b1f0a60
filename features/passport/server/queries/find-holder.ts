import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** The holder's name and school. */
export async function findHolder(tx: Tx): Promise<{ name: string; school: string }> {
  const { rows } = await sql<{ name: string; school: string }>`
    select u.full_name as name, coalesce(s.name, '') as school from public.users u left join public.schools s on s.id = u.linked_school_id
    where u.id = (select app.uid())`.execute(tx)
  return rows[0]!
}
