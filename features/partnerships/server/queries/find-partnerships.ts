import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { containing, containingWords } from '#platform/server/like.ts'
import type { Partnership } from '../../contract.ts'

type Found = Pick<Partnership, 'id' | 'school_name' | 'organization_name'>

/** Partnerships with every word in the school's name, or in the organization's name or city; open ones first. */
export async function findPartnerships(tx: Tx, q: string): Promise<Found[]> {
  const fits = q.split(/\s+/).map(
    (
      word,
    ) => sql`(p.school_id = any (array(select s.id from public.schools s where s.name ilike ${containing(word)}))
      or p.organization_id = any (array(select app.find_facilities(${containingWords(word)}))))`,
  )
  const { rows } = await sql<Found>`
    select p.id, c.name as school_name, f.name as organization_name
    from public.partnerships p join public.schools c on c.id = p.school_id join public.facilities f on f.id = p.organization_id
    where ${sql.join(fits, sql` and `)}
    order by p.status in ('draft', 'requested', 'under_review', 'active', 'suspended') desc, f.name, c.name, p.id limit 20`.execute(
    tx,
  )
  return rows
}
