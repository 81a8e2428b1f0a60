import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { PlainDate } from '#core/plain-date.ts'
import { notifyPeople } from '#features/notifications/server/public.ts'
import { upcomingStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import { notificationTexts } from '../../messages.ts'
import { type SiteDay, sitesOf, weekAfter } from '../../rules.ts'

/** At most this many sites are named; the others are counted. */
const NAMED = 10

type DueFacility = { id: string; today: PlainDate }

/** As the worker: the facilities (of any level) with an administrator, whose local time is this hour of a Friday. */
export async function facilitiesOnFriday(tx: Tx, hour: number, now?: string): Promise<DueFacility[]> {
  const { rows } = await sql<DueFacility>`
    select f.id, (${at(now)} at time zone f.time_zone)::date as today from public.facilities f
    where extract(isodow from ${at(now)} at time zone f.time_zone) = 5 and extract(hour from ${at(now)} at time zone f.time_zone) = ${hour}
      and f.id in (select u.linked_facility_id from public.users u where u.role = 'facility_admin' and u.status = 'active')
    order by f.id`.execute(tx)
  return rows
}

/**
 * As the worker: notifies a facility's administrators, in numbers, who comes in the week ahead; once a week, and not if no one comes.
 * Returns whether there was anything to report.
 */
export async function sendWeekAhead(tx: Tx, { id, today }: DueFacility): Promise<boolean> {
  const { from, to } = weekAfter(today)
  const { rows } = await sql<SiteDay & { schools: string[] }>`
    select coalesce(p.name, f.name) as site, x.date, count(a.id)::integer as students, count(distinct x.id)::integer as shifts,
      array_agg(distinct x.school_id) as schools
    from public.shifts x join public.facilities f on f.id = x.facility_id left join public.facilities p on p.id = f.parent_id
    join public.assignments a on a.shift_id = x.id and app.holds_seat(a.status)
    where x.facility_id in (select app.facility_scope(${id}::uuid)) and x.date between ${from}::date and ${to}::date
      and x.status in ${listed(upcomingStates)}
    group by 1, 2`.execute(tx)
  if (rows.length === 0) return false
  const sites = sitesOf(rows)
  const { rows: people } = await sql<{ id: string }>`
    select id from public.users where linked_facility_id = ${id}::uuid and role = 'facility_admin' and status = 'active'`.execute(
    tx,
  )
  await notifyPeople(tx, [
    {
      to: people.map((one) => one.id),
      type: 'week_ahead',
      url: `/facility/shifts?view=roster&on=${from}`,
      key: `week ahead ${from}`,
      ...notification(notificationTexts, 'week.ahead', {
        from,
        to,
        schools: new Set(rows.flatMap(({ schools }) => schools)).size,
        sites: sites.slice(0, NAMED),
        more: Math.max(0, sites.length - NAMED),
      }),
    },
  ])
  return true
}

/** Tests may set the time. */
const at = (now: string | undefined) => (now === undefined ? sql`now()` : sql`${now}::timestamptz`)
