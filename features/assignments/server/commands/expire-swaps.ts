import { sql } from 'kysely'
import type { AutomaticReason } from '#core/automatic-reasons.ts'
import { notification } from '#core/notification-texts.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import { notifyPeople } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'

type Lapsed = { id: string; student_ids: string[]; begun: boolean; moved: boolean; facts: ShiftFacts }

/** The reasons recorded on a swap whose shift has begun, or moved; other lapsed swaps have lost a seat. */
const HAS_BEGUN = 'swap.shift_begun' satisfies AutomaticReason
const HAS_MOVED = 'swap.shift_moved' satisfies AutomaticReason
/** How long after its end a swap's students are notified: once each, by the notification key. */
const NOTIFIED_FOR = '1 hour'

/**
 * As the worker: ends swaps that are undecided when one of their shifts begins, or moves: both agreed to
 * another day, time or unit. Notifies both students, also of swaps that ended because a seat was lost: triggers end those with the seat (db/guards.sql).
 */
export async function expireSwaps(tx: Tx, now: string): Promise<void> {
  await sql`
    update public.shift_swaps w set status = 'lapsed', reason = o.reason from (
      select y.id, case when bool_or(x.starts_at <= ${now}::timestamptz) then ${HAS_BEGUN} else ${HAS_MOVED} end as reason
      from public.shift_swaps y join public.assignments a on a.id in (y.assignment_id, y.other_assignment_id)
      join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
      where y.status in ('proposed', 'accepted') and (x.starts_at <= ${now}::timestamptz or a.moved_at > y.created_at) group by y.id) o
    where w.id = o.id and w.status in ('proposed', 'accepted')`.execute(tx)
  const { rows } = await sql<Lapsed>`
    select w.id, array[w.from_student_id, w.to_student_id] as student_ids, w.reason = ${HAS_BEGUN} as begun, w.reason = ${HAS_MOVED} as moved, app.shift_facts(x) as facts
    from public.shift_swaps w join public.assignments a on a.id = w.assignment_id join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
    where w.status = 'lapsed' and w.updated_at > ${now}::timestamptz - ${NOTIFIED_FOR}::interval`.execute(tx)
  await notifyPeople(
    tx,
    rows.map(({ id, student_ids: to, begun, moved, facts }) => ({
      to,
      type: 'swap',
      url: '/student/shifts?show=swaps',
      key: `swap off ${id}`,
      ...notification(notificationTexts, 'swap.lapsed', { ...facts, begun, moved }),
    })),
  )
}
