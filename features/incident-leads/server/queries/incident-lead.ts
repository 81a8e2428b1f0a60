import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { IncidentLead } from '../../contract.ts'
import { MAX_LISTED } from '../../rules.ts'

export type LeadFacility = { id: string; name: string }

/** An organization or site that the caller manages; undefined for any other. */
export async function findLeadFacility(tx: Tx, id: string): Promise<LeadFacility | undefined> {
  const { rows } = await sql<LeadFacility>`
    select f.id, f.name from public.facilities f
    where f.id = ${id}::uuid and f.kind in ('organization', 'site') and app.manages_facility(f.id)`.execute(
    tx,
  )
  return rows[0]
}

/** Active administrators of a facility or one above it whom the caller may see, nearest first. */
export async function listLeadChoices(tx: Tx, id: string): Promise<IncidentLead['choices']> {
  const { rows } = await sql<IncidentLead['choices'][number]>`
    select u.id as user_id, u.full_name as name, f.name as facility_name
    from app.facility_line(${id}::uuid) l join public.facilities f on f.id = l.id
    join public.users u on u.linked_facility_id = l.id and u.role = 'facility_admin' and u.status = 'active'
    order by l.height, u.full_name, u.id`.execute(tx)
  return rows
}

/** Who reads a facility's incidents, and for that person the incidents; undefined if the caller does not manage it. */
export async function getIncidentLead(tx: Tx, id: string): Promise<IncidentLead | undefined> {
  const facility = await findLeadFacility(tx, id)
  if (!facility) return undefined
  const { rows: leads } = await sql<NonNullable<IncidentLead['lead']>>`
    select k.user_id, coalesce(u.full_name, k.user_name) as name, f.id as facility_id, f.name as facility_name, k.created_at as since,
      u.id is null or u.status = 'active' and u.role = 'facility_admin'
        and u.linked_facility_id in (select above.id from app.facility_line(f.id) above) as is_active
    from app.facility_line(${id}::uuid) l join public.incident_leads k on k.facility_id = l.id join public.facilities f on f.id = l.id
    left join public.users u on u.id = k.user_id order by is_active desc, l.height limit 1`.execute(tx)
  const { rows: incidents } = await sql<IncidentLead['incidents'][number]>`
    select i.id, i.shift_id, i.kind, i.severity, s.date, concat_ws(', ', unit.name, site.name) as "where", c.closed_at
    from public.shift_incidents i join public.shifts s on s.id = i.shift_id
    join public.facilities unit on unit.id = s.facility_id left join public.facilities site on site.id = unit.parent_id
    left join public.shift_incident_closings c on c.incident_id = i.id
    where s.facility_id in (select app.facility_scope(${id}::uuid)) order by i.created_at desc, i.id limit ${MAX_LISTED}`.execute(
    tx,
  )
  return { lead: leads[0] ?? null, choices: await listLeadChoices(tx, id), incidents }
}
