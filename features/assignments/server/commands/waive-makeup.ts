import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, seatRefusals } from '../../messages.ts'
import { waiveBlocker } from '../../rules.ts'
import { reasonOf } from './reason-of.ts'

/** The school waives hours to make up, with a reason for the student. */
export async function waiveMakeup(
  tx: Tx,
  { id, reason: text }: { id: string; reason: string },
): Promise<void> {
  const reason = reasonOf(text, refusal('makeup.waiver_needs_reason'))
  const need = await tx
    .selectFrom('makeup_needs')
    .select(['status', 'hours', sql<ShiftFacts>`app.seat_facts(assignment_id)`.as('shift')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!need) return refuse(seatRefusals, refusal('makeup.not_found'))
  refuseIf(seatRefusals, waiveBlocker(need))
  const { version } = await tx
    .updateTable('makeup_needs')
    .set({ status: 'waived', waived_reason: reason })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  await notifyOfRow(
    tx,
    { table: 'makeup_needs', id },
    { to: ['student_id'], type: 'seat_changed', url: '/student/shifts', key: `make-up ${id} ${version}` },
    notification(notificationTexts, 'makeup.waived', { ...need.shift, hours: Number(need.hours), reason }),
  )
}
