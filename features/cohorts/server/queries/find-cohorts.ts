import { type RawBuilder, sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Advisor, Cohort, CohortChange, CohortDetail, ProgramLevel, Membership } from '../../contract.ts'
import { cohortRefusals } from '../../messages.ts'
import { cohortStatus } from './cohort-status.ts'

/** Counts are for administrators and proctors; students get none. */
const mayCount = sql`(select app.role()) <> 'student'`

const columns = sql`c.id, c.school_id, c.name, c.code, c.admission_term, c.program_id, c.start_date, c.expected_graduation, c.size_target,
  c.required_hours_total::double precision as required_hours_total, c.required_specialties, c.structured, ${cohortStatus} as status, t.today,
  p.name as program_name, p.level as program_level, c.archived_at, c.version, c.updated_at,
  case when ${mayCount} then (select count(*)::integer from public.cohort_memberships m where m.cohort_id = c.id and m.school_id = c.school_id
    and m.from_date <= t.today and (m.to_date is null or m.to_date > t.today)) end as student_count,
  case when ${mayCount} then (select count(*)::integer from public.cohort_memberships m where m.cohort_id = c.id and m.school_id = c.school_id
    and m.from_date > t.today and (m.to_date is null or m.to_date > m.from_date)) end as joining_count,
  case when ${mayCount} then (select count(*)::integer from public.invitations i where i.school_id = c.school_id and i.role = 'student'
    and i.status in ('sent', 'opened') and i.expires_at > now() and lower(btrim(i.cohort_name)) = any (array[lower(c.name), lower(c.code)] || c.former_names)) end as invited_count`
const source = sql`public.cohorts c cross join lateral (select app.school_today(c.school_id) as today) t
  left join public.programs p on p.id = c.program_id and p.school_id = c.school_id`

async function withAdvisors<Row extends { id: string }>(
  tx: Tx,
  rows: Row[],
): Promise<(Row & { advisors: Advisor[] })[]> {
  const { rows: found } = await sql<Advisor & { cohort_id: string }>`
    select * from app.cohort_advisor_list(${rows.map(({ id }) => id)}::uuid[]) order by full_name, user_id`.execute(
    tx,
  )
  return rows.map((row) => ({
    ...row,
    advisors: found
      .filter(({ cohort_id }) => cohort_id === row.id)
      .map(({ cohort_id: _cohort, ...advisor }) => advisor),
  }))
}

type Bare = Omit<Cohort, 'advisors'>

/** The cohorts of the selected school, latest start first; at most 1,000. */
export async function list(tx: Tx): Promise<Cohort[]> {
  return some(tx, sql`c.school_id = (select app.selected_school_id())`)
}

/** The cohorts the caller is in today, or advises. */
export async function mine(tx: Tx): Promise<Cohort[]> {
  return some(
    tx,
    sql`c.id in (select a.cohort_id from public.cohort_advisors a where a.user_id = (select app.uid())
      union select m.cohort_id from public.cohort_memberships m where m.student_id = (select app.uid())
        and m.from_date <= t.today and (m.to_date is null or m.to_date > t.today)) and c.status <> 'archived'`,
  )
}

async function some(tx: Tx, which: RawBuilder<unknown>): Promise<Cohort[]> {
  const { rows } = await sql<Bare>`select ${columns} from ${source} where ${which}
    order by c.start_date desc, c.name, c.id`.execute(tx)
  return withAdvisors(tx, rows)
}

export async function findById(tx: Tx, id: string): Promise<CohortDetail | undefined> {
  type Row = Bare & Pick<CohortDetail, 'requirements' | 'program_hours' | 'program_hours_source'>
  const { rows } = await sql<Row>`
    select ${columns}, q.total_required_hours::double precision as program_hours, q.source as program_hours_source,
      coalesce((select jsonb_agg(jsonb_build_object('specialty', coalesce(r ->> 'specialty', ''), 'min_hours', coalesce((r ->> 'min_hours')::numeric, 0)))
        from jsonb_array_elements(case when c.requirements = '[]' then coalesce(q.requirements, '[]') else c.requirements end) r), '[]') as requirements
    from ${source} left join app.cohort_hours q on q.cohort_id = c.id where c.id = ${id}`.execute(tx)
  const [row] = await withAdvisors(tx, rows)
  return row
}

/** The members of a cohort on a day, or (without one) everyone who was ever in it. */
export async function roster(tx: Tx, id: string, on: string | null): Promise<Membership[]> {
  const seen =
    (await tx.selectFrom('cohorts').select('expected_graduation').where('id', '=', id).executeTakeFirst()) ??
    refuse(cohortRefusals, refusal('cohort.missing'))
  const { rows } = await sql<Membership>`
    select m.id as membership_id, s.*, m.from_date, m.to_date, m.reason, m.end_reason
    from public.cohort_memberships m join app.cohort_students(${id}::uuid) s on s.student_id = m.student_id
    where m.cohort_id = ${id}::uuid and (${on}::date is null or (m.from_date <= ${on}::date and (m.to_date is null or m.to_date > ${on}::date)))
    order by s.full_name, m.student_id, m.from_date`.execute(tx)
  // Without a date of their own, members graduate with the cohort.
  return rows.map((row) =>
    row.to_date === null ? { ...row, graduation_date: row.graduation_date ?? seen.expected_graduation } : row,
  )
}

/** The names of the caller's classmates. */
export async function classmates(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{
    full_name: string
  }>`select full_name from app.classmates(${id}::uuid) order by full_name`.execute(tx)
  return rows.map(({ full_name }) => full_name)
}

export async function programs(
  tx: Tx,
): Promise<{ id: string; name: string; level: ProgramLevel; is_active: boolean }[]> {
  const { rows } = await sql<{ id: string; name: string; level: ProgramLevel; is_active: boolean }>`
    select id, name, level, is_active from public.programs where school_id = (select app.selected_school_id()) order by name`.execute(
    tx,
  )
  return rows
}

export async function possibleAdvisors(
  tx: Tx,
): Promise<{ id: string; full_name: string; role: Advisor['role'] }[]> {
  const { rows } = await sql<{ id: string; full_name: string; role: Advisor['role'] }>`
    select id, full_name, role from public.users
    where linked_school_id = (select app.selected_school_id()) and status = 'active' and email_verified
      and role in ('proctor', 'school_admin', 'school_super_admin')
    order by role = 'proctor' desc, full_name, id`.execute(tx)
  return rows
}

/** Changes that moved students into this cohort, out of it, or graduated it; the latest 100. */
export async function listChanges(tx: Tx, cohortId: string): Promise<CohortChange[]> {
  const { rows } = await sql<CohortChange>`
    select h.id, h.kind, h.cohort_id, h.on_date, h.end_reason, h.student_count, h.note, h.created_at, u.full_name as created_by_name,
      h.undone_at, h.undone_count, h.undone_at is null and h.created_at > now() - interval '24 hours' as may_undo
    from public.cohort_changes h left join public.users u on u.id = h.created_by
    where h.cohort_id = ${cohortId}::uuid
      or h.id in (select m.ended_by_change from public.cohort_memberships m where m.cohort_id = ${cohortId}::uuid and m.ended_by_change is not null)
    order by h.created_at desc, h.id limit 100`.execute(tx)
  return rows
}
