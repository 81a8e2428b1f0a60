import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

/** The names for these ids, as far as the reader may see them: schools, facilities, people, and what belongs to a school. */
export async function namesOf(tx: Tx, ids: readonly string[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {}
  const named = (table: string, name = 'name') =>
    sql`select id, ${sql.ref(name)} as name from ${sql.table(table)} where id = any (${ids}::uuid[])`
  const ofStudents = (table: string) =>
    sql`select x.id, u.full_name as name from ${sql.table(table)} x
      cross join lateral (select s.full_name from public.users s where s.id = x.student_id limit 1) u where x.id = any (${ids}::uuid[])`
  const { rows } = await sql<{ id: string; name: string }>`${sql.join(
    [
      named('schools'),
      named('facilities'),
      named('users', 'full_name'),
      named('semesters'),
      named('programs'),
      named('cohorts'),
      named('regulatory_profiles', 'jurisdiction'),
      ofStudents('cohort_memberships'),
      ofStudents('consents'),
    ],
    sql` union all `,
  )}`.execute(tx)
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}
