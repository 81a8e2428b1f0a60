import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { activeSeats } from '#core/seat-statuses.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import { notifyPeople } from '#features/notifications/server/public.ts'
import { upcomingStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import { notificationTexts } from '../../messages.ts'

type Due = { id: string; is_near: boolean; starts_at: string; facts: ShiftFacts; people: (string | null)[] }

/**
 * As the worker: reminds people on a shift and its instructors three days and one day before it starts. The shift stores which reminders
 * were sent; a late joiner, a new time or another instructor resets that, and each notification's key prevents sending it twice. Returns
 * how many shifts were due.
 */
export async function remindPeople(tx: Tx, now: string): Promise<number> {
  const { rows } = await sql<Due>`
    with due as materialized (
      select x.id, x.starts_at <= ${now}::timestamptz + interval '24 hours' as is_near
      from public.shifts x where x.status in ${listed(upcomingStates)} and x.starts_at > ${now}::timestamptz
        and ((x.reminders_sent = 0 and x.starts_at <= ${now}::timestamptz + interval '72 hours')
          or (x.reminders_sent = 1 and x.starts_at <= ${now}::timestamptz + interval '24 hours'))
      order by x.starts_at limit 5000 for no key update skip locked)
    update public.shifts x set reminders_sent = case when d.is_near then 2 else 1 end from due d where x.id = d.id
    returning x.id, d.is_near, x.starts_at::text, app.shift_facts(x) as facts, array(select y.student_id from public.assignments y
      where y.shift_id = x.id and y.school_id = x.school_id and y.status in ${listed(activeSeats)} union select unnest(app.instructors_of(x))) as people`.execute(
    tx,
  )
  await notifyPeople(
    tx,
    rows.map(({ id, is_near, starts_at, facts, people }) => ({
      to: people,
      type: 'shift_reminder',
      url: `/shift/${id}`,
      key: `shift ${id} reminder ${is_near ? 24 : 72} ${starts_at}`,
      ...notification(notificationTexts, 'shift.reminder', { ...facts, isNear: is_near }),
    })),
  )
  return rows.length
}
