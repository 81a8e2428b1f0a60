import { notification } from '#core/notification-texts.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import { needAfterCorrection } from '../../rules.ts'

type Hours = { hours: number; reason: string | null }

/**
 * Matches the hours that students still have to make up for a shift to its credited hours, after the school corrected those, and notifies
 * each student whose hours changed. `before` and `now` are the hours with their reasons.
 */
export async function matchMakeups(
  tx: Tx,
  shiftId: string,
  before: Hours,
  now: Hours & { reason: string },
): Promise<void> {
  const needs = await tx
    .selectFrom('makeup_needs as n')
    .innerJoin('assignments as a', (on) =>
      on.onRef('a.id', '=', 'n.assignment_id').onRef('a.school_id', '=', 'n.school_id'),
    )
    .where('a.shift_id', '=', shiftId)
    .select(['n.id', 'n.status', 'n.hours', 'n.waived_reason'])
    .orderBy('n.id')
    .forUpdate('n')
    .execute()
  for (const { id, ...need } of needs) {
    const next = needAfterCorrection({ ...need, hours: Number(need.hours) }, before, now)
    if (!next) continue
    const { status, ...rest } = next
    const { version } = await tx
      .updateTable('makeup_needs')
      .set({ ...rest, ...(status !== need.status && { status }) })
      .where('id', '=', id)
      .returning('version')
      .executeTakeFirstOrThrow()
    const values = { before: Number(need.hours), hours: now.hours, reason: now.reason }
    await notifyOfRow(
      tx,
      { table: 'makeup_needs', id },
      { to: ['student_id'], type: 'seat_changed', url: '/student/shifts', key: `make-up ${id} ${version}` },
      notification(notificationTexts, 'makeup.corrected', values),
    )
  }
}
