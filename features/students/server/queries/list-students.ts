import { hasGraduated, openMembership } from '#features/cohorts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import { recordExport } from '#platform/server/record-export.ts'
import { sql } from 'kysely'
import type { StudentFilter, StudentRow, StudentStatus } from '../../contract.ts'
import { upcomingSeats } from './find-next-shifts.ts'
import { summarizeStudents } from './summarize-students.ts'

export const PAGE_SIZE = 25

/** Maximum number of students that can be moved at once. */
const CHOOSE_MAX = 2_000

type Rows = { rows: StudentRow[]; total: number; counts: Record<StudentStatus | 'all', number> }

/** Whether a student in the list has a release in force; null for an invitation. */
const hasRelease = sql`case when s.kind = 'account' then exists (select 1 from public.consents r
  where r.student_id = s.id and r.school_id = (select app.selected_school_id()) and r.revoked_at is null and r.expires_at > now()) end`

/** The current or upcoming leave of a student in the list. */
const leaveOf = sql`(select jsonb_build_object('starts_on', v.starts_on, 'ends_on', v.ends_on, 'is_now', v.during @> app.school_today(v.school_id))
  from public.student_leaves v where v.student_id = s.id and v.school_id = (select app.selected_school_id()) and not isempty(v.during)
    and (v.ends_on is null or v.ends_on >= app.school_today(v.school_id)) order by v.starts_on limit 1)`

/**
 * Accounts and open invitations of the selected school as one list; row-level security decides who may see whom. Last sign-ins are looked
 * up for the whole school only if the list is sorted by them.
 */
const everybody = (isBySignIn: boolean) => sql`(
  select u.id, 'account' as kind, u.full_name, u.email, u.student_number, u.status, m.cohort_id, m.cohort_name, m.membership_id, m.since,
    m.program_id, m.program_name, m.level, coalesce(u.graduation_date, m.expected_graduation) as graduation_date, ${isBySignIn ? sql`l.at` : sql`null::timestamptz`} as last_sign_in,
    u.created_at
  from public.users u
  left join lateral (
    select ${openMembership} as membership_id, m.cohort_id, c.name as cohort_name, m.from_date as since, c.expected_graduation, p.id as program_id, p.name as program_name, p.level
    from app.current_memberships m
    join public.cohorts c on c.id = m.cohort_id and c.school_id = m.school_id
    left join public.programs p on p.id = c.program_id
    where m.student_id = u.id and m.school_id = u.linked_school_id) m on true
  ${isBySignIn ? sql`left join app.last_sign_ins((select app.selected_school_id())) l on l.user_id = u.id` : sql``}
  where u.role = 'student' and u.linked_school_id = (select app.selected_school_id()) and u.email_verified
  union all
  select i.id, 'invitation', coalesce(i.full_name, i.email), i.email, i.student_number, case when i.expires_at <= now() then 'expired' else 'invited' end, c.id, coalesce(c.name, i.cohort_name), null, null,
    p.id, coalesce(p.name, i.program_name), p.level, null, null, i.created_at
  from public.invitations i
  left join lateral (select c.id, c.name, c.program_id from public.cohorts c where c.school_id = i.school_id
    and lower(btrim(i.cohort_name)) = any (array[lower(c.name), lower(c.code)] || c.former_names)
    order by lower(btrim(i.cohort_name)) = any (c.former_names), c.start_date desc limit 1) c on true
  left join public.programs p on p.id = c.program_id
  where i.role = 'student' and i.school_id = (select app.selected_school_id()) and i.status in ('sent', 'opened')) s`

/** When the next shift of each student begins, for all students at once; used to filter or sort the whole list by it. */
const nextStarts = sql`(select a.student_id, min(x.starts_at) as starts_at
  from ${upcomingSeats(sql`(select app.selected_school_id())`)} group by 1)`

function isFound({ q, cohort, program, level, release, next, leave }: StudentFilter) {
  const text = q.trim()
  const like = containing(text)
  return sql`(${text} = '' or s.full_name ilike ${like} or s.email ilike ${like} or s.student_number ilike ${like} or s.cohort_name ilike ${like})
    and (${cohort ?? ''} = '' or case when ${cohort ?? ''} = 'none' then s.cohort_id is null and not ${hasGraduated(sql`s.id`)} else s.cohort_id::text = ${cohort ?? ''} end)
    and (${program ?? ''} = '' or s.program_id::text = ${program ?? ''}) and (${level ?? ''} = '' or s.level = ${level ?? ''})
    ${release ? sql`and not (${hasRelease})` : sql``}
    ${leave ? sql`and (${leaveOf} ->> 'is_now')::boolean = ${leave === 'now'}` : sql``}
    ${next ? sql`and s.kind = 'account' and s.id not in (select n.student_id from ${nextStarts} n)` : sql``}`
}

/**
 * A limited number of rows of a filter, or all of them (null), and the count by status, in one query. Columns that are not searched are
 * looked up only for these rows.
 */
async function select(
  tx: Tx,
  filter: StudentFilter,
  limit: number | null,
  offset: number,
  isBrief = false,
): Promise<Rows> {
  // Both come from the contract's enums, never from typed text.
  const isByShift = filter.sort === 'next_shift'
  const isBySignIn = filter.sort === 'last_sign_in'
  const order = sql.raw(
    `${isByShift ? 's.next_starts_at' : `s.${filter.sort}`} ${filter.dir} nulls last, s.full_name, s.id`,
  )
  const everyone = isByShift
    ? sql`(select s.*, n.starts_at as next_starts_at from ${everybody(false)} left join ${nextStarts} n on n.student_id = s.id) s`
    : everybody(isBySignIn)
  type Counted = StudentRow & { by_status?: Partial<Record<StudentStatus, number>> | null }
  const { rows } = await sql<Counted>`
    with found as materialized (select s.* from ${everyone} where ${isFound(filter)}),
    page as materialized (select s.* from found s where ${filter.status} = 'all' or s.status = ${filter.status}
      order by ${order} limit ${limit} offset ${offset})
    select c.by_status, s.id, s.kind, s.full_name, s.email, s.student_number, s.status, s.cohort_id, s.cohort_name, s.membership_id, s.since,
      s.program_name, s.level, s.graduation_date, ${isBySignIn || isBrief ? sql`s.last_sign_in` : sql`l.at as last_sign_in`},
      ${hasRelease} as has_release, s.created_at, ${leaveOf} as leave
    from (select jsonb_object_agg(n.status, n.count) as by_status from (select f.status, count(*) from found f group by 1) n) c
    left join page s on true
    ${isBySignIn || isBrief ? sql`` : sql`left join app.last_sign_ins((select app.selected_school_id()), array(select id from page)) l on l.user_id = s.id`}
    order by ${order}`.execute(tx)
  const none = { active: 0, pending: 0, returned: 0, declined: 0, deactivated: 0, invited: 0, expired: 0 }
  const byStatus = { ...none, ...rows[0]!.by_status }
  const counts = { ...byStatus, all: Object.values(byStatus).reduce((sum, count) => sum + count, 0) }
  // On an empty page, one row has only the counts.
  const page = rows.filter(({ id }) => id)
  for (const row of page) delete row.by_status
  return { rows: page, total: counts[filter.status], counts }
}

export async function listStudents(
  tx: Tx,
  filter: StudentFilter & { page: number; is_brief: boolean },
): Promise<Rows> {
  const page = await select(tx, filter, PAGE_SIZE, (filter.page - 1) * PAGE_SIZE, filter.is_brief)
  return filter.is_brief ? page : { ...page, rows: await withSummaries(tx, page.rows) }
}

/** These rows, with summaries for active students. */
export async function withSummaries(tx: Tx, rows: readonly StudentRow[]): Promise<StudentRow[]> {
  const active = rows.filter(({ kind, status }) => kind === 'account' && status === 'active')
  const summaries = await summarizeStudents(
    tx,
    active.map(({ id }) => id),
  )
  return rows.map((row) => ({ ...row, summary: summaries.get(row.id) }))
}

export const chooseStudents = async (tx: Tx, filter: StudentFilter): Promise<StudentRow[]> =>
  (await select(tx, filter, CHOOSE_MAX, 0)).rows

export async function allStudents(tx: Tx, filter: StudentFilter): Promise<StudentRow[]> {
  const { rows } = await select(tx, filter, null, 0)
  await recordExport(tx, 'users', { view: 'students', rows: rows.length })
  return rows
}
