import { notification } from '#core/notification-texts.ts'
import { refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, seatRefusals } from '../../messages.ts'
import { decisionBlocker } from '../../rules.ts'
import { lockSwap } from './lock-swap.ts'
import { reasonOf } from './reason-of.ts'
import { notifyAboutSwap, writeSwap } from './write-swap.ts'

type Decision = { id: string; accept: boolean; reason: string | null }

/** The school decides on a swap that both students agreed to; a no needs a reason. */
export async function decideSwap(tx: Tx, { id, accept, reason: text }: Decision): Promise<void> {
  const swap = await lockSwap(tx, id)
  refuseIf(seatRefusals, decisionBlocker(swap, accept))
  const reason = accept ? text?.trim() || null : reasonOf(text, refusal('swap.both_read_reason'))
  await writeSwap(tx, id, accept ? 'done' : 'refused', reason)
  await notifyAboutSwap(
    tx,
    swap,
    { to: 'both', key: `swap decided ${id}` },
    accept
      ? notification(notificationTexts, 'swap.done', { ...swap.shift_facts, reason })
      : notification(notificationTexts, 'swap.refused', { ...swap.shift_facts, reason }),
  )
}
