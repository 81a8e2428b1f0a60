import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { calledOffStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import type { UnitShift } from '../../contract.ts'
import { capstoneTitle, unitLinkState } from '../../rules.ts'

type Row = {
  id: string
  facility_id: string
  expires_at: string
  /** The day on which it expires, in the unit's time zone. */
  ended: PlainDate
  unit_name: string
  site_name: string | null
  time_zone: string
  today: PlainDate
  is_revoked: boolean
  is_over: boolean
  is_open: boolean
}

/** As app_auth: the link that opened the transaction, with its unit and today's date there; undefined if there is none. */
export async function findOpenedLink(tx: Tx) {
  const { rows } = await sql<Row>`
    select l.id, l.facility_id, l.expires_at, (l.expires_at at time zone f.time_zone)::date as ended, f.name as unit_name, site.name as site_name,
      f.time_zone, (now() at time zone f.time_zone)::date as today, l.revoked_at is not null as is_revoked, l.expires_at <= now() as is_over, o.is_open
    from public.unit_links l join app.unit_link() o on o.id = l.id join public.facilities f on f.id = l.facility_id
    left join public.facilities site on site.id = f.parent_id`.execute(tx)
  const [found] = rows
  return found && { ...found, state: unitLinkState(found) }
}

/** Records that a link was opened, and from which range of addresses. */
export async function recordOpening(tx: Tx, id: string, addressBlock: string): Promise<void> {
  await tx
    .insertInto('unit_link_openings')
    .values({ link_id: id, address_block: addressBlock.slice(0, 60) })
    .execute()
}

/** The days of capstone projects that a link may see, each as a shift with one student and a preceptor. */
export async function capstoneDaysOfUnit(tx: Tx): Promise<(UnitShift & { is_over: boolean })[]> {
  const { rows } = await sql<UnitShift & { is_over: boolean; floated_to: string | null }>`
    select d.id, d.date, d.start_time, d.end_time, d.ends_at <= now() as is_over, c.name as school_name, c.phone as school_phone, j.course_code, d.floated_to,
      'precepted' as experience_type, false as is_called_off, false as instructor_to_be_named, 1 as students, '{}'::text[] as objectives, '{}'::text[] as levels,
      jsonb_build_array(jsonb_build_object('name', d.preceptor_name, 'is_preceptor', true, 'phone', null)) as people
    from public.capstone_days d join public.capstone_projects j on j.id = d.project_id join public.schools c on c.id = d.school_id`.execute(
    tx,
  )
  return rows.map(({ floated_to: to, ...row }) => ({ ...row, title: capstoneTitle(to) }))
}

/** The shifts of a unit that a link may see, in order: row-level security allows those of yesterday, today and tomorrow. */
export async function shiftsOfUnit(
  tx: Tx,
  facilityId: string,
): Promise<(UnitShift & { is_over: boolean })[]> {
  const { rows } = await sql<UnitShift & { is_over: boolean }>`
    select s.id, s.date, s.start_time, s.end_time, s.ends_at <= now() as is_over, c.name as school_name, c.phone as school_phone, s.title, s.course_code, s.experience_type, s.objectives,
      s.status in ${listed(calledOffStates)} as is_called_off, case when s.status in ${listed(calledOffStates)} then 0 else s.seats_taken end as students,
      s.instructor_to_be_named,
      (select coalesce(array_agg(distinct p.level order by p.level), '{}') from public.programs p where p.school_id = s.school_id and p.is_active
        and (cardinality(s.cohort_ids) = 0 or exists (select from public.cohorts k where k.id = any (s.cohort_ids) and (k.program_id = p.id or k.program_id is null)))) as levels,
      (select coalesce(jsonb_agg(jsonb_build_object('name', u.full_name, 'is_preceptor', m.is_preceptor, 'phone', case when not m.is_preceptor then u.phone end)
          order by m.at), '[]')
        from (select x.id, x.is_preceptor, row_number() over () as at from (
          select s.proctor_id as id, false as is_preceptor union all select unnest(s.more_proctor_ids), false
          union all select s.preceptor_id, true union all select unnest(s.more_preceptor_ids), true) x) m
        join public.users u on u.id = m.id) as people
    from public.shifts s join public.schools c on c.id = s.school_id
    where s.facility_id = ${facilityId}::uuid order by s.date, s.start_time, c.name, s.id`.execute(tx)
  return rows
}
