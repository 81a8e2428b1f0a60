import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type {
  CoverReason,
  FoundOrganization,
  Partnership,
  PartnershipDetail,
  PartnershipEvent,
  PartnershipFile,
} from '../contract.ts'

/** A partnership as it is stored; where it stands is derived by the rules from `today`. */
export type PartnershipRecord = Omit<Partnership, 'state' | 'days_left'> & {
  /** Today at the organization. */
  today: string
}
export type PartnershipDetailRecord = PartnershipRecord &
  Pick<
    PartnershipDetail,
    | 'message'
    | 'signed_on'
    | 'auto_renew'
    | 'liability_min_cents'
    | 'indemnity'
    | 'auto_approve_shifts'
    | 'seat_quota_per_semester'
    | 'quota_by_unit'
    | 'seat_use'
    | 'units'
    | 'contact_school'
    | 'contact_facility'
    | 'blackout'
    | 'lead_time_days'
    | 'proposal'
    | 'sites'
    | 'programs'
  >

const columns = sql`p.id, p.school_id, c.name as school_name, p.organization_id, f.name as organization_name, f.city, f.state as state_code,
  p.status, p.direction, p.all_sites,
  array(select s.name from public.partnership_sites x join public.facilities s on s.id = x.site_id where x.partnership_id = p.id order by s.name) as site_names,
  p.agreement_kind, p.effective_from, p.effective_to, (now() at time zone f.time_zone)::date as today, p.notice_days, p.status_reason,
  p.suspended_by_side, p.ends_on, p.ending_side, p.proposal_side, (select count(*) from public.partnership_files x where x.partnership_id = p.id) as file_count,
  p.requested_at, p.withdrawn_at, p.updated_at, p.version`

/** Everything the asker sees, of one school or facility or of all: what is open first, then the latest. */
export async function list(
  tx: Tx,
  { school_id: schoolId, here = false }: { school_id?: string | undefined; here?: boolean },
): Promise<PartnershipRecord[]> {
  // For the two kinds of administrator whose side is plain it is not asked row by row.
  const { rows } = await sql<PartnershipRecord>`
    select ${columns}, case when (select app.is_superadmin()) then 'platform' when (select app.is_school_admin()) then 'school'
      else app.partnership_side_of(p.id) end as side
    from public.partnerships p join public.schools c on c.id = p.school_id join public.facilities f on f.id = p.organization_id
    where (${schoolId ?? null}::uuid is null or p.school_id = ${schoolId ?? null}::uuid)
      and (not ${here}::boolean or p.id in (select app.partnership_ids_at((select app.selected_facility_id()))))
    order by p.status in ('draft', 'requested', 'under_review', 'active', 'suspended') desc, f.name, c.name, p.updated_at desc, p.id`.execute(
    tx,
  )
  return rows
}

export async function findById(tx: Tx, id: string): Promise<PartnershipDetailRecord | undefined> {
  const { rows } = await sql<PartnershipDetailRecord>`
    select ${columns}, app.partnership_side_of(p.id) as side, p.message, p.signed_on, p.auto_renew, p.liability_min_cents, p.indemnity,
      p.auto_approve_shifts, p.seat_quota_per_semester, p.contact_school, p.contact_facility, p.blackout, o.default_lead_time_days as lead_time_days,
      p.proposal,
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

export async function listFiles(tx: Tx, id: string): Promise<PartnershipFile[]> {
  const { rows } = await sql<PartnershipFile>`
    select id, name, size_bytes, sha256, uploaded_side, uploaded_at from public.partnership_files where partnership_id = ${id}
    order by uploaded_at desc, id`.execute(tx)
  return rows
}

export async function listEvents(tx: Tx, id: string): Promise<PartnershipEvent[]> {
  const { rows } = await sql<PartnershipEvent>`select * from app.partnership_trail(${id}::uuid)`.execute(tx)
  return rows
}

/** The bytes of a file, under row-level security. */
export async function findFile(
  tx: Tx,
  id: string,
  fileId: string,
): Promise<{ name: string; content: Buffer } | undefined> {
  const { rows } = await sql<{ name: string; content: Buffer }>`
    select name, content from public.partnership_files where id = ${fileId} and partnership_id = ${id}`.execute(
    tx,
  )
  return rows[0]
}

/** Active organizations by name, city or a site's name, with their sites and the school's open partnership. */
export async function findOrganizations(
  tx: Tx,
  words: string,
  schoolId: string | null,
): Promise<FoundOrganization[]> {
  const pattern = `%${words.trim().replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<FoundOrganization>`
    with hits as (
      select f.id, f.name, f.city, f.state from public.facilities f
      where f.kind = 'organization' and f.status = 'active' and (f.name ilike ${pattern} or f.city ilike ${pattern})
      union
      select o.id, o.name, o.city, o.state from public.facilities s join public.facilities o on o.id = s.parent_id
      where s.kind = 'site' and o.kind = 'organization' and o.status = 'active' and s.status = 'active' and s.name ilike ${pattern}
      order by 2, 1 limit 20)
    select h.id, h.name, h.city, h.state as state_code,
      (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.name), '[]') from public.facilities s
        where s.kind = 'site' and s.status = 'active' and s.id in (select app.facility_scope(h.id))) as sites,
      (select jsonb_build_object('id', p.id, 'status', p.status) from public.partnerships p where p.organization_id = h.id and p.school_id = ${schoolId}::uuid
        and p.status in ('requested', 'under_review', 'active', 'suspended')) as open
    from hits h order by h.name, h.id`.execute(tx)
  return rows
}

export async function findSchools(
  tx: Tx,
  words: string,
): Promise<{ id: string; name: string; city: string | null }[]> {
  const pattern = `%${words.trim().replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<{ id: string; name: string; city: string | null }>`
    select id, name, concat_ws(', ', city, state) as city from public.schools where is_active and name ilike ${pattern} order by name, id limit 20`.execute(
    tx,
  )
  return rows
}

export async function ownOrganizations(tx: Tx): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select f.id, f.name from public.facilities f where f.kind = 'organization' and f.status = 'active'
      and f.id in (select app.facility_scope((select app.facility_id()))) order by f.name, f.id`.execute(tx)
  return rows
}

export async function programs(tx: Tx, schoolId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from public.programs where school_id = ${schoolId} and is_active order by name, id`.execute(
    tx,
  )
  return rows
}

export type CoverAnswer = {
  covers: boolean
  reason: CoverReason | null
  message: string | null
  partnership_id: string | null
  auto_approve: boolean
}
export async function covers(
  tx: Tx,
  ask: {
    school_id: string
    facility_id: string
    date: string
    experience_type: string
    program_id?: string | undefined
    semester_id?: string | undefined
    seats?: number | undefined
    shift_id?: string | undefined
    is_submission: boolean
  },
): Promise<CoverAnswer> {
  const { rows } = await sql<CoverAnswer>`
    select * from app.partnership_covers(${ask.school_id}::uuid, ${ask.facility_id}::uuid, ${ask.date}::date, ${ask.experience_type}::text,
      ${ask.program_id ?? null}::uuid, ${ask.semester_id ?? null}::uuid, ${ask.seats ?? null}::integer, ${ask.shift_id ?? null}::uuid,
      ${ask.is_submission}::boolean)`.execute(tx)
  return rows[0]!
}
