import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import type { RefusalIn } from '#core/refusal.ts'
import { aheadSeats } from '#core/seat-statuses.ts'
import { notBegunStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import type { LeaveDays, LeaveItem } from '../../contract.ts'
import type { leaveRefusals } from '../../messages.ts'
import { daysBlocker } from '../../rules.ts'
import { leavesOf } from './find-leaves.ts'

type Student = { id: string; today: PlainDate }
type Wishlist = { id: string; name: string; is_ranked: boolean }

const within = ({ starts_on: start, ends_on: end }: LeaveDays) =>
  sql`daterange(${start}::date, ${end}::date, '[]')`

/** Why a leave of this student cannot have these days, or null; `leaveId` is the leave being changed. */
export async function whyNotThen(
  tx: Tx,
  student: Student,
  days: LeaveDays,
  leaveId: string | null,
): Promise<RefusalIn<typeof leaveRefusals> | null> {
  const all = await leavesOf(tx, student.id)
  const others = all.filter(({ id, status }) => id !== leaveId && status !== 'canceled')
  return daysBlocker(days, student.today, others, all.find(({ id }) => id === leaveId)?.starts_on)
}

/** A student's upcoming items on these days: seats, offers, requests, waitlist positions, and capstone days. */
export async function itemsWithin(tx: Tx, studentId: string, days: LeaveDays): Promise<LeaveItem[]> {
  const { rows } = await sql<LeaveItem>`
    select i.id, i.kind, i.date, to_char(i.start_time, 'HH24:MI') as start_time, to_char(i.end_time, 'HH24:MI') as end_time, i.location as "where" from (
      select a.id, case a.status when 'requested' then 'request' when 'waitlisted' then 'waitlist' when 'offered' then 'offer' else 'seat' end as kind,
        x.date, x.start_time, x.end_time, coalesce(concat_ws(', ', f.name, p.name), '') as location
      from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
      left join public.facilities f on f.id = x.facility_id left join public.facilities p on p.id = f.parent_id
      where a.student_id = ${studentId}::uuid and a.status in ${listed(aheadSeats)} and x.starts_at > now()
        and x.status in ${listed(notBegunStates)} and x.date <@ ${within(days)}
      union all
      select d.id, 'day', d.date, d.start_time, d.end_time, c.title
      from public.capstone_days d join public.capstone_projects c on c.id = d.project_id and c.school_id = d.school_id
      where c.student_id = ${studentId}::uuid and d.status = 'planned' and d.starts_at > now() and d.date <@ ${within(days)}) i
    order by i.date, i.start_time, i.id`.execute(tx)
  return rows
}

/** Wishlists of the student's cohorts that are not matched yet and offer rotations on these days. */
export async function wishlistsWithin(tx: Tx, studentId: string, days: LeaveDays): Promise<Wishlist[]> {
  const { rows } = await sql<Wishlist>`
    select w.id, w.name, exists (select from public.wishlist_choices c where c.campaign_id = w.id and c.student_id = ${studentId}::uuid) as is_ranked
    from public.wishlist_campaigns w
    where w.status = 'announced' and exists (select from public.cohort_memberships m
        where m.student_id = ${studentId}::uuid and m.school_id = w.school_id and m.to_date is null and m.cohort_id = any (w.cohort_ids))
      and exists (select from public.wishlist_options o where o.campaign_id = w.id and daterange(o.first_date, o.last_date, '[]') && ${within(days)})
    order by w.closes_on, w.id`.execute(tx)
  return rows
}
