import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { SetupFacts } from '../../contract.ts'
import { inScope } from './find-own-facility.ts'

export async function setupFacts(tx: Tx): Promise<Omit<SetupFacts, 'facility'>> {
  const { rows } = await sql<Omit<SetupFacts, 'facility'>>`
    with chosen as (select f.id, f.kind from public.facilities f where f.id = (select app.selected_facility_id())),
    nodes as (select f.id, f.kind, f.name, f.status from public.facilities f where f.id ${inScope} and f.status in ('active', 'paused')),
    above as (select l.id, l.height from app.facility_line((select p.id from chosen p)) l where l.kind = 'organization' order by l.height limit 1)
    select
      (select jsonb_build_object('id', f.id, 'name', f.name, 'slug', o.slug, 'is_mine', a.height = 0)
        from above a join public.facilities f on f.id = a.id join public.organizations o on o.id = a.id) as organization,
      coalesce((select case p.kind
        when 'organization' then (select jsonb_build_object('address', o.address is not null, 'phone', o.phone is not null) from public.organizations o where o.id = p.id)
        when 'site' then (select jsonb_build_object('address', s.address is not null, 'arrival_instructions', s.arrival_instructions is not null)
          from public.sites s where s.id = p.id)
        else (select jsonb_build_object('specialty', u.specialty <> 'other') from public.units u where u.id = p.id) end from chosen p), '{}') as details,
      (select count(*) from nodes n where n.kind = 'site') as sites,
      (select count(*) from nodes n where n.kind = 'unit') as units,
      coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'name', n.name) order by n.name) from nodes n join public.units u on u.id = n.id
        where n.status = 'active' and jsonb_array_length(u.shift_patterns) = 0), '[]') as units_without_pattern,
      (select count(*) from public.users u where u.linked_facility_id ${inScope} and u.status = 'active') as people,
      (select count(*) from public.invitations i where i.facility_id ${inScope} and i.status in ('sent', 'opened') and i.expires_at > now()) as open_invitations,
      (select count(*) from public.partnerships p where p.status = 'active') as active_partnerships,
      (select count(*) from public.partnerships p where p.status in ('requested', 'under_review')) as open_partnerships`.execute(
    tx,
  )
  return rows[0]!
}
