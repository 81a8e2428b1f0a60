import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, seatRefusals } from '../../messages.ts'
import { optionBlocker, swapBlocker } from '../../rules.ts'
import { listSwapOptions } from '../queries/list-swap-partners.ts'
import { lockOwnSeat } from './lock-seat.ts'
import { notifyAboutSwap } from './write-swap.ts'

type Proposal = {
  id: string
  assignment_id: string
  to_student_id: string
  other_assignment_id: string | null
  note: string | null
}

/** A student offers their own seat to a classmate, as a gift or for one of theirs. Sending it twice has the same effect as once. */
export async function proposeSwap(tx: Tx, { note: text, ...swap }: Proposal): Promise<void> {
  const { id, assignment_id: seatId, other_assignment_id: otherId } = swap
  const known = await tx.selectFrom('shift_swaps').select('id').where('id', '=', id).executeTakeFirst()
  if (known) return
  const seat = await lockOwnSeat(tx, seatId, ['assigned'], 'Only students can propose a swap.')
  refuseIf(seatRefusals, swapBlocker(seat, seat.now))
  refuseIf(seatRefusals, optionBlocker(await listSwapOptions(tx, seatId), swap.to_student_id, otherId))
  await tx
    .insertInto('shift_swaps')
    .values({
      ...swap,
      school_id: seat.school_id,
      from_student_id: seat.student_id,
      note: text?.trim() || null,
    })
    .execute()
  const values = { ...seat.shift_facts, student: seat.student_name }
  await notifyAboutSwap(
    tx,
    { id, shiftId: seat.shift_id },
    { to: 'classmate', key: `swap ${id}` },
    otherId === null
      ? notification(notificationTexts, 'swap.seat_offered', values)
      : notification(notificationTexts, 'swap.proposed', values),
  )
}
