import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { shiftsOf } from './later-shifts.ts'

export type AlternativeUnit = { id: string; name: string; site_name: string; specialty: string }

/**
 * Units to which the shifts after a day could move, for callers who plan them: open units of the shifts' specialties, or with specialty
 * "other", of the school's other partners whose agreement is in force and not ending. Empty for a facility.
 */
export async function alternativeUnits(tx: Tx, id: string, after: string): Promise<AlternativeUnit[]> {
  const { rows } = await sql<AlternativeUnit>`
    select distinct u.id, u.name, s.name as site_name, x.specialty
    from public.partnerships ended
    join public.partnerships p on p.school_id = ended.school_id and p.id <> ended.id and p.status = 'active' and p.ends_on is null
    cross join app.facility_scope(p.organization_id) n (id)
    join public.facilities u on u.id = n.id and u.kind = 'unit' and u.status = 'active'
    join public.units x on x.id = u.id
    join public.facilities s on s.id = u.parent_id
    where ended.id = ${id}::uuid and app.partnership_party_of(ended.id) in ('school', 'platform')
      and (x.specialty = 'other' or x.specialty in (select l.specialty from ${shiftsOf(id, after)} l))
      and (p.all_sites or exists (select 1 from public.partnership_sites i where i.partnership_id = p.id and i.site_id = s.id))
    order by s.name, u.name, u.id`.execute(tx)
  return rows
}
