import { type RawBuilder, sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { expectedSeats } from '#core/seat-statuses.ts'
import { liveStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import type { ExpirationCounts, ExpirationFilter, ExpirationRow } from '../../contract.ts'
import { type endings, lastDayOf, ofEachEnding } from './endings.ts'
import { isLedBy } from './find-spans.ts'

/** A filter that is not set is left out, because otherwise one plan would have to serve both cases. */
const NOTHING = sql``

type Wanted = Omit<ExpirationFilter, 'is_affecting'>

/** The latest credentials of the caller's school with this basis that end within this many days; `and` narrows or limits them further. */
const endingOf = (
  today: PlainDate,
  { type_id: typeId, cohort_id: cohortId, within }: Wanted,
  { basis, on, isLast }: (typeof endings)[number],
  and: RawBuilder<unknown> = NOTHING,
) => sql`(
    select c.id, c.person_id, c.school_id, c.type_id, c.facility_id, c.status, ${on} as expires_on, ${basis}::text as basis from public.credentials c
    where c.school_id = (select app.selected_school_id()) and ${isLast}
      and ${on} between ${today}::date and ${today}::date + ${within}::integer
      ${typeId ? sql`and c.type_id = ${typeId}::uuid` : NOTHING}
      ${
        cohortId
          ? sql`and (select m.cohort_id from app.current_memberships m where m.student_id = c.person_id
              and m.school_id = c.school_id limit 1) = ${cohortId}::uuid`
          : NOTHING
      } ${and})`

/** The latest credentials of the caller's school that end within this many days: by expiring, with a condition or as a waiver. */
export const expiringOf = (today: PlainDate, wanted: Wanted): RawBuilder<unknown> =>
  ofEachEnding((ending) => endingOf(today, wanted, ending))

/** The upcoming shifts on which students have a seat. */
const seatsOf = (today: PlainDate) => sql`
    from public.assignments a join public.shifts s on s.id = a.shift_id
    where a.school_id = (select app.selected_school_id()) and a.status in ${listed(expectedSeats)} and s.date >= ${today}::date`

/** The upcoming shifts that an instructor leads. */
const ledOf = (today: PlainDate, person: RawBuilder<unknown>) => sql`
    from public.shifts s where s.school_id = (select app.selected_school_id()) and s.date >= ${today}::date and ${isLedBy(person)}
      and (select u.role from public.users u where u.id = ${person}) = 'proctor'`

/** Of reminders `r`: sent today, automatically or by the school. */
const sentToday = (today: PlainDate) =>
  sql`r.outcome = 'sent' and r.at > now() - interval '2 days'
    and (r.at at time zone (select h.time_zone from public.schools h where h.id = r.school_id))::date = ${today}::date`

const isRenewed = sql`exists (select 1 from public.credentials o where o.person_id = e.person_id and o.school_id = e.school_id
  and o.type_id = e.type_id and o.facility_id is not distinct from e.facility_id and o.status in ('submitted', 'in_review'))`

/** What expires within this many days, earliest first, up to a limit, and whether there is more; the counts cover all. */
export async function listExpirations(tx: Tx, today: PlainDate, filter: ExpirationFilter & { most: number }) {
  const isAffecting = (on: RawBuilder<unknown>) =>
    filter.is_affecting
      ? sql`and greatest((select max(s.date) ${seatsOf(today)} and a.student_id = c.person_id), (select max(s.date) ${ledOf(today, sql`c.person_id`)})) > ${on}`
      : NOTHING
  const first = (ending: (typeof endings)[number]) =>
    endingOf(
      today,
      filter,
      ending,
      sql`${isAffecting(ending.on)} order by ${ending.on}, c.id limit ${filter.most + 1}`,
    )
  const { rows } = await sql<ExpirationRow>`
    with page as materialized (
      select c.* from (${ofEachEnding(first)}) c order by c.expires_on, c.id limit ${filter.most + 1})
    select e.id, e.person_id, u.full_name as student_name, u.role = 'student' as is_student, k.name as cohort_name, e.type_id, t.name as type_name, e.expires_on, e.basis,
      e.expires_on - ${today}::date as days_left, n.next_shift, n.shifts_after::int, ${isRenewed} as is_renewed,
      (select max(r.at) from public.credential_reminders r where r.credential_id = e.id and r.outcome = 'sent') as reminded_at,
      exists (select from public.credential_reminders r where r.credential_id = e.id and ${sentToday(today)}) as is_reminded
    from page e join public.users u on u.id = e.person_id join public.credential_types t on t.id = e.type_id
    left join app.current_memberships m on m.student_id = e.person_id and m.school_id = e.school_id
    left join public.cohorts k on k.id = m.cohort_id
    cross join lateral (select min(x.date) as next_shift, count(*) filter (where x.date > e.expires_on) as shifts_after
      from (select s.date ${seatsOf(today)} and a.student_id = e.person_id
        union all select s.date ${ledOf(today, sql`e.person_id`)}) x) n
    order by e.expires_on, u.full_name, e.id`.execute(tx)
  return {
    rows: rows.slice(0, filter.most),
    has_more: rows.length > filter.most,
  }
}

/** Approvals that end within this many days and are not replaced, of everyone. */
const expiringAtOnce = (today: PlainDate, { type_id: typeId, within }: Wanted) => sql`
    select c.person_id, c.type_id, c.facility_id, 'approved' as status, max(coalesce(c.expires_on, 'infinity')) as expires_on from public.credentials c
    where c.school_id = (select app.selected_school_id()) and c.status = 'approved'
      ${typeId ? sql`and c.type_id = ${typeId}::uuid` : NOTHING}
    group by 1, 2, 3 having max(coalesce(c.expires_on, 'infinity')) between ${today}::date and ${today}::date + ${within}::integer`

/**
 * The same for counts, once per person, type and site: reading everything at once and joining is faster here than
 * one by one, except for the few with a condition and the waivers. Includes whether a renewal is waiting for review, and the last upcoming shift.
 */
const allExpiring = (
  today: PlainDate,
  { cohort_id: cohortId, is_affecting: isAffecting, ...wanted }: ExpirationFilter,
) => sql`
    select e.*, w.person_id is not null as is_renewed, t.person_id is not null as is_reminded, n.last
    from (${ofEachEnding((ending) =>
      ending.basis === null
        ? expiringAtOnce(today, wanted)
        : sql`select c.person_id, c.type_id, c.facility_id, c.status, c.expires_on from ${endingOf(today, wanted, ending)} c`,
    )}) e
    join public.users u on u.id = e.person_id and u.status = 'active'
    left join (select distinct o.person_id, o.type_id, o.facility_id from public.credentials o where o.school_id = (select app.selected_school_id())
      and o.status in ('submitted', 'in_review')) w on w.person_id = e.person_id and w.type_id = e.type_id and w.facility_id is not distinct from e.facility_id
    left join (select distinct o.person_id, o.type_id, o.facility_id from public.credential_reminders r join public.credentials o on o.id = r.credential_id
      where r.school_id = (select app.selected_school_id()) and ${sentToday(today)}) t on t.person_id = e.person_id and t.type_id = e.type_id
      and t.facility_id is not distinct from e.facility_id
    left join (select x.person_id, max(x.date) as last from (
      select a.student_id as person_id, s.date ${seatsOf(today)}
      union all select l.id, s.date from public.shifts s cross join lateral unnest(s.more_proctor_ids || s.proctor_id) l (id)
        where s.school_id = (select app.selected_school_id()) and s.date >= ${today}::date and s.status in ${listed(liveStates)}
    ) x group by 1) n on n.person_id = e.person_id
    where true ${isAffecting ? sql`and n.last > e.expires_on` : NOTHING}
      ${
        cohortId
          ? sql`and e.person_id in (select m.student_id from app.current_memberships m where m.cohort_id = ${cohortId}::uuid)`
          : NOTHING
      }`

/** Of everything that expires within this many days: how many in each week, how many have shifts after it, and how many are neither renewed nor reminded of today. */
export async function countExpirations(
  tx: Tx,
  today: PlainDate,
  filter: ExpirationFilter,
): Promise<ExpirationCounts> {
  const { rows } = await sql<{ week: number; all: number; affecting: number; concerned: number }>`
    select (e.expires_on - ${today}::date) / 7 as week, count(*)::int as all, count(*) filter (where e.last > e.expires_on)::int as affecting,
      count(*) filter (where not e.is_renewed and not e.is_reminded)::int as concerned
    from (${allExpiring(today, filter)}) e group by 1 order by 1`.execute(tx)
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)
  return {
    total: sum(({ all }) => all),
    concerned: sum(({ concerned }) => concerned),
    weeks: rows.map(({ concerned: _concerned, ...row }) => row),
  }
}

/** Those of them that are not renewed and whose people were not reminded today, by last day. */
export async function findConcerned(tx: Tx, today: PlainDate, filter: ExpirationFilter): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from (${allExpiring(today, filter)}) e
    join public.credentials c on c.person_id = e.person_id and c.type_id = e.type_id and c.facility_id is not distinct from e.facility_id and c.status = e.status
      and c.school_id = (select app.selected_school_id()) and ${lastDayOf('c')} = e.expires_on
    where not e.is_renewed and not e.is_reminded order by e.expires_on, c.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The cohorts and types of the caller's school for the filters. */
export async function listExpirationChoices(tx: Tx) {
  const [cohorts, types] = await Promise.all([
    sql<{ id: string; name: string }>`select k.id, k.name from public.cohorts k
      where k.school_id = (select app.selected_school_id()) and k.status in ('active', 'on_hold') order by k.name, k.id`.execute(
      tx,
    ),
    sql<{ id: string; name: string }>`select t.id, t.name from public.credential_types t
      where exists (select 1 from public.credentials c where c.school_id = (select app.selected_school_id()) and c.type_id = t.id and c.status in ('approved', 'conditionally_approved', 'waived'))
      order by t.name, t.id`.execute(tx),
  ])
  return { cohorts: cohorts.rows, types: types.rows }
}
