import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { SchoolProgress } from '../../contract.ts'
import { SCHOOLS_PAGE, schoolSums } from '../../rules.ts'
import { loadProgress } from './load-progress.ts'

/** A page of the schools whose name matches, with their students' progress, computed one school after another. */
export async function listSchools(
  tx: Tx,
  { q, page }: { q: string; page: number },
): Promise<{ rows: SchoolProgress[]; total: number }> {
  const pattern = containing(q)
  const found = await tx
    .selectFrom('schools as s')
    .select(['s.id', 's.name', sql<number>`(count(*) over ())::integer`.as('total')])
    .where('s.is_active', '=', true)
    .where('s.name', 'ilike', pattern)
    // Schools with students first, because many have none yet.
    .orderBy(
      sql`not exists (select from public.users u where u.linked_school_id = s.id and u.role = 'student' and u.status = 'active')`,
    )
    .orderBy('s.name')
    .orderBy('s.id')
    .limit(SCHOOLS_PAGE)
    .offset((page - 1) * SCHOOLS_PAGE)
    .execute()
  const rows: SchoolProgress[] = []
  for (const { id, name } of found)
    rows.push({ school_id: id, name, ...schoolSums(await loadProgress(tx, { school: id })) })
  return { rows, total: found[0]?.total ?? 0 }
}
