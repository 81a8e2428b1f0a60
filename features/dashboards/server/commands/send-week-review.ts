import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { addDays, type PlainDate } from '#core/plain-date.ts'
import { presentSeats, absentSeats } from '#core/seat-statuses.ts'
import { notifyPeople } from '#features/notifications/server/public.ts'
import { begunStates, undecidedStates, upcomingStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import { notificationTexts } from '../../messages.ts'
import { weekBefore } from '../../rules.ts'

type School = { id: string; today: PlainDate }
type Figures = {
  shifts: number
  present: number
  missing: number
  no_shows: number
  coming: number
  open_seats: number
  waiting: number
}

/** As the worker: the active schools whose local time is this hour of a Monday. */
export async function schoolsOnMonday(tx: Tx, hour: number, now?: string): Promise<School[]> {
  const at = now === undefined ? sql`now()` : sql`${now}::timestamptz`
  const { rows } = await sql<School>`
    select s.id, (${at} at time zone s.time_zone)::date as today from public.schools s
    where s.is_active and extract(isodow from ${at} at time zone s.time_zone) = 1 and extract(hour from ${at} at time zone s.time_zone) = ${hour}
    order by s.id`.execute(tx)
  return rows
}

/**
 * As the worker: notifies a school’s administrators how last week went and what this week still needs; once a week, and not if nothing was
 * or is planned. Returns whether there was anything to report.
 */
export async function sendWeekReview(tx: Tx, { id, today }: School): Promise<boolean> {
  const { from, to } = weekBefore(today)
  const figures = await figuresOf(tx, id, { from, to })
  if (figures.shifts + figures.coming + figures.waiting === 0) return false
  const { rows: people } = await sql<{ id: string }>`
    select id from public.users where linked_school_id = ${id}::uuid and role in ('school_admin', 'school_super_admin') and status = 'active'`.execute(
    tx,
  )
  await notifyPeople(tx, [
    {
      to: people.map((one) => one.id),
      type: 'week_review',
      url: '/school/dashboard',
      key: `week review ${from}`,
      ...notification(notificationTexts, 'week.review', { from, to, ...figures }),
    },
  ])
  return true
}

async function figuresOf(
  tx: Tx,
  school: string,
  { from, to }: { from: PlainDate; to: PlainDate },
): Promise<Figures> {
  const [next, end] = [addDays(to, 1), addDays(to, 7)]
  const { rows } = await sql<Figures>`
    with held as (
      select x.id from public.shifts x where x.school_id = ${school}::uuid and x.date between ${from}::date and ${to}::date
        and x.status in ${listed(begunStates)}),
    seats as (
      select count(*) filter (where a.status in ${listed(presentSeats)}) as present,
        count(*) filter (where a.status in ${listed(absentSeats)}) as missing,
        count(*) filter (where a.status = 'no_show') as no_shows
      from public.assignments a where a.school_id = ${school}::uuid and a.shift_id in (select id from held)),
    coming as (
      select count(*) as coming, coalesce(sum(greatest(x.seats - x.seats_taken, 0)), 0) as open_seats from public.shifts x
      where x.school_id = ${school}::uuid and x.date between ${next}::date and ${end}::date and x.status in ${listed(upcomingStates)}),
    waiting as (
      select count(*) as waiting from public.shifts x where x.school_id = ${school}::uuid and x.status in ${listed(undecidedStates)})
    select (select count(*) from held)::integer as shifts, s.present::integer, s.missing::integer, s.no_shows::integer,
      c.coming::integer, c.open_seats::integer, w.waiting::integer
    from seats s, coming c, waiting w`.execute(tx)
  return rows[0]!
}
