import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Swap } from '../../contract.ts'
import { notificationTexts, seatRefusals } from '../../messages.ts'
import { answerOfSwap, answerBlocker } from '../../rules.ts'
import { lockSwap } from './lock-swap.ts'
import { notifyAboutSwap, writeSwap } from './write-swap.ts'

type Answer = { id: string; accept: boolean; reason: string | null }

/**
 * The classmate agrees or declines, or the proposer takes the swap back. Where the school lets students choose shifts, a yes is the
 * swap; else the school decides.
 */
export async function answerSwap(tx: Tx, { id, accept, reason: text }: Answer): Promise<Swap['status']> {
  const swap = await lockSwap(tx, id)
  refuseIf(seatRefusals, answerBlocker(swap, accept))
  const status = answerOfSwap(swap, accept)
  if (status === swap.status) return status
  await writeSwap(tx, id, status, text)
  if (swap.party === 'proposer') return status
  const reason = text?.trim() || null
  await notifyAboutSwap(
    tx,
    swap,
    { to: 'proposer', key: `swap answer ${id}` },
    status === 'done'
      ? notification(notificationTexts, 'swap.done', { reason: null })
      : status === 'accepted'
        ? notification(notificationTexts, 'swap.accepted', {})
        : notification(notificationTexts, 'swap.declined', { reason }),
  )
  if (status === 'accepted')
    await notifyAboutSwap(
      tx,
      swap,
      { to: 'school', key: `swap ${id}` },
      notification(notificationTexts, 'swap.to_decide', swap.shift_facts),
    )
  return status
}
