import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { FoundOrganization } from '../../contract.ts'

/** Active organizations found by name, city or a site's name, or one by its id, with their sites and the school's open partnership. */
export async function findOrganizations(
  tx: Tx,
  words: string,
  schoolId: string | null,
  id: string | null = null,
): Promise<FoundOrganization[]> {
  const pattern = containing(words)
  const named = id ? sql`o.id = ${id}::uuid` : sql`true`
  const { rows } = await sql<FoundOrganization>`
    with hits as (
      select o.id, o.name, o.city, o.state from public.facilities o
      where o.kind = 'organization' and o.status = 'active' and ${named} and (o.name ilike ${pattern} or o.city ilike ${pattern})
      union
      select o.id, o.name, o.city, o.state from public.facilities s join public.facilities o on o.id = s.parent_id
      where s.kind = 'site' and o.kind = 'organization' and o.status = 'active' and s.status = 'active' and ${named} and s.name ilike ${pattern}
      order by 2, 1 limit 20)
    select h.id, h.name, h.city, h.state as state_code,
      (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.name), '[]') from public.facilities s
        where s.kind = 'site' and s.status = 'active' and s.id in (select app.facility_scope(h.id))) as sites,
      (select jsonb_build_object('id', p.id, 'status', p.status) from public.partnerships p where p.organization_id = h.id and p.school_id = ${schoolId}::uuid
        and p.status in ('requested', 'under_review', 'active', 'suspended')) as open
    from hits h order by h.name, h.id`.execute(tx)
  return rows
}

/** Active organizations that the facility admin runs, for which they may send invitations. */
export async function ownOrganizations(tx: Tx): Promise<{ id: string; name: string }[]> {
  return tx
    .selectFrom('facilities')
    .select(['id', 'name'])
    .where('kind', '=', 'organization')
    .where('status', '=', 'active')
    .where('id', 'in', sql<string>`(select app.facility_scope((select app.facility_id())))`)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** A school's active programs. */
export async function listPrograms(tx: Tx, schoolId: string): Promise<{ id: string; name: string }[]> {
  return tx
    .selectFrom('programs')
    .select(['id', 'name'])
    .where('school_id', '=', schoolId)
    .where('is_active', '=', true)
    .orderBy('name')
    .orderBy('id')
    .execute()
}
