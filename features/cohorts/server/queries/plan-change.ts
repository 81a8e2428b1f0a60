import { type RawBuilder, sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { aheadSeats } from '#core/seat-statuses.ts'
import { notBegunStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import type { CohortStatus, CheckedMove } from '../../contract.ts'
import { cohortRefusals } from '../../messages.ts'
import { type Candidate, checkMove, moveBlocker } from '../../rules.ts'

export type WantedChange = {
  school_id: string
  cohort_id: string | null
  on_date: PlainDate
  students: readonly { student_id: string; membership_id?: string | null | undefined }[]
}
type Target = { id: string; name: string; status: CohortStatus }

/** What a change would do to each student. Refuses what applies to all of them: the school, the cohort, the day. */
export async function planChange(
  tx: Tx,
  change: WantedChange,
): Promise<{ cohort: Target | null; judged: CheckedMove[] }> {
  const { school_id: school, cohort_id: to, on_date: on } = change
  const { rows } = await sql<{ today: PlainDate }>`
    select app.school_today(${school}::uuid) as today where app.administers_school(${school}::uuid)`.execute(
    tx,
  )
  const today = rows[0]?.today ?? refuse(cohortRefusals, refusal('cohort_change.not_yours'))
  const cohort = to === null ? null : await findTarget(tx, school, to)
  refuseIf(cohortRefusals, moveBlocker(on, today, cohort))
  const seen = new Map(change.students.map((one) => [one.student_id, one.membership_id]))
  const candidates = await listCandidates(tx, change)
  return { cohort, judged: candidates.map((one) => checkMove(one, to, seen.get(one.student_id))) }
}

async function findTarget(tx: Tx, schoolId: string, id: string): Promise<Target> {
  const cohort = await tx
    .selectFrom('cohorts')
    .select(['id', 'name', 'status'])
    .where('id', '=', id)
    .where('school_id', '=', schoolId)
    .executeTakeFirst()
  return (cohort as Target | undefined) ?? refuse(cohortRefusals, refusal('cohort.missing'))
}

/** Seats, offers and requests of students on shifts from a day on that have not begun. */
export const seatsFrom = (on: PlainDate | RawBuilder<unknown>) => sql`(
  select a.id, a.student_id, a.status from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
  where a.status in ${listed(aheadSeats)} and x.starts_at > now() and x.date >= ${on}::date
    and x.status in ${listed(notBegunStates)})`

async function listCandidates(
  tx: Tx,
  { school_id: school, cohort_id: to, on_date: on, students }: WantedChange,
): Promise<Candidate[]> {
  const ids = students.map((one) => one.student_id)
  // The open membership, at most one; and a membership that continues after the day, because it began or ended later.
  const { rows } = await sql<Candidate>`
    select a.student_id, u.full_name, u.status, m.id as membership_id, m.cohort_id, c.name as cohort_name, m.from_date,
      case when ${to}::uuid is null and m.id is not null then (select count(*)::integer from ${seatsFrom(on)} s where s.student_id = u.id) else 0 end as shifts_ahead,
      case when u.id is not null then greatest(later.until, elsewhere.until) end as until
    from unnest(${ids}::uuid[]) a (student_id)
    left join public.users u on u.id = a.student_id and u.role = 'student' and u.linked_school_id = ${school}::uuid and u.email_verified
    left join public.cohort_memberships m on m.student_id = u.id and m.school_id = ${school}::uuid and m.to_date is null
    left join public.cohorts c on c.id = m.cohort_id
    left join lateral (select max(greatest(b.from_date, coalesce(b.to_date, b.from_date))) as until from public.cohort_memberships b
      where b.student_id = u.id and b.school_id = ${school}::uuid and b.from_date is distinct from b.to_date
        and (b.from_date > ${on}::date or b.to_date > ${on}::date)) later on true
    left join app.stays_elsewhere(${school}::uuid, ${ids}::uuid[], ${on}::date) elsewhere on elsewhere.student_id = a.student_id
    order by u.full_name nulls last, a.student_id`.execute(tx)
  return rows
}
