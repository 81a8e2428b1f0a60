import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { PartnershipDetail, PartnershipEvent } from '../../contract.ts'
import { columns, type PartnershipRecord } from './list-partnerships.ts'

type DetailRecord = PartnershipRecord &
  Omit<PartnershipDetail, keyof PartnershipRecord | 'state' | 'days_left' | 'files' | 'events'>

/** One partnership with its details; undefined if the caller may not see it. */
export async function findPartnership(tx: Tx, id: string): Promise<DetailRecord | undefined> {
  const { rows } = await sql<DetailRecord>`
    select ${columns}, app.partnership_party_of(p.id) as party, p.message, p.signed_on, p.auto_renew, p.liability_min_cents, p.indemnity,
      p.auto_approve_shifts, p.seat_quota_per_semester, p.contact_school, p.contact_facility, p.blackout, o.default_lead_time_days as lead_time_days,
      p.proposal,
      (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', coalesce(t.name, 'Another type')) order by t.name, r.id), '[]')
        from unnest(p.required_credential_ids) r (id) left join public.credential_types t on t.id = r.id) as required_credentials,
      (select coalesce(jsonb_agg(jsonb_build_object('unit_id', q ->> 'unit_id', 'unit_name', u.name, 'seats', (q ->> 'seats')::integer) order by u.name), '[]')
        from jsonb_array_elements(p.quota_by_unit) q left join public.facilities u on u.id = (q ->> 'unit_id')::uuid) as quota_by_unit,
      (select coalesce(jsonb_agg(to_jsonb(x)), '[]') from app.partnership_seat_use(p.id) x) as seat_use,
      case when (select app.is_school_admin()) and not (select app.is_superadmin()) then '[]' else
        (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'site_name', s.name) order by s.name, u.name), '[]')
          from public.facilities u join public.facilities s on s.id = u.parent_id
          where u.kind = 'unit' and u.status in ('active', 'paused') and u.id in (select app.facility_scope(p.organization_id))) end as units,
      (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name, 'is_included', p.all_sites or exists (select 1
          from public.partnership_sites x where x.partnership_id = p.id and x.site_id = s.id)) order by s.name), '[]')
        from public.facilities s where s.kind = 'site' and s.status <> 'archived' and s.id in (select app.facility_scope(p.organization_id))) as sites,
      (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name), '[]') from app.partnership_program_names(p.id) g) as programs
    from public.partnerships p join public.schools c on c.id = p.school_id join public.facilities f on f.id = p.organization_id
    join public.organizations o on o.id = p.organization_id where p.id = ${id}`.execute(tx)
  return rows[0]
}

/** Maximum number of events shown, the latest ones. */
const EVENTS_MAX = 200

/** The history, newest first, with the names of the people who acted. */
export async function listEvents(tx: Tx, id: string): Promise<PartnershipEvent[]> {
  const { rows } = await sql<PartnershipEvent>`
    select e.id, e.at, app.name_of_proctor(e.actor_id) as actor_name, e.party, e.event, e.from_status, e.to_status, e.reason, e.details
    from public.partnership_events e
    where e.partnership_id = ${id}::uuid order by e.id desc limit ${EVENTS_MAX}`.execute(tx)
  return rows
}
