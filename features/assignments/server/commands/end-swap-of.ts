import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'

/** Ends an open swap because one of its students leaves; the classmate is notified. */
export async function endSwapOf(
  tx: Tx,
  { id, userId, reason }: { id: string; userId: string; reason: string },
): Promise<void> {
  const ended = await tx
    .updateTable('shift_swaps')
    .set({ status: 'lapsed', reason: reason.trim() })
    .where('id', '=', id)
    .where((eb) => eb(eb.val(userId), 'in', [eb.ref('from_student_id'), eb.ref('to_student_id')]))
    .where('status', 'in', ['proposed', 'accepted'])
    .returning('id')
    .executeTakeFirst()
  if (!ended) return
  const { from, student, shift } = await tx
    .selectFrom('shift_swaps as w')
    .innerJoin('users as u', (join) => join.on('u.id', '=', userId))
    .where('w.id', '=', id)
    .select([
      'w.from_student_id as from',
      'u.full_name as student',
      sql<ShiftFacts>`app.seat_facts(w.assignment_id)`.as('shift'),
    ])
    .executeTakeFirstOrThrow()
  await notifyOfRow(
    tx,
    { table: 'shift_swaps', id },
    {
      to: [from === userId ? 'to_student_id' : 'from_student_id'],
      type: 'swap',
      url: '/student/shifts?show=swaps',
      key: `swap off ${id}`,
    },
    notification(notificationTexts, 'swap.called_off', { ...shift, student }),
  )
}
