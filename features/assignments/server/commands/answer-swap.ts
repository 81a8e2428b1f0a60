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
 * The classmate agrees or declines, or the proposer takes the swap back. If the school lets
 * students choose shifts, a yes completes the swap; otherwise the school decides.
 */
export async function answerSwap(tx: Tx, { id, accept, reason: text }: Answer): Promise<Swap['status']> {
  const swap = await lockSwap(tx, id)
  refuseIf(seatRefusals, answerBlocker(swap, accept))
  const status = answerOfSwap(swap, accept)
  if (status === swap.status) return status
  await writeSwap(tx, id, status, text)
  const facts = swap.shift_facts
  if (swap.party === 'proposer') {
    await notifyAboutSwap(
      tx,
      swap,
      { to: 'classmate', key: `swap back ${id}` },
      notification(notificationTexts, 'swap.withdrawn', { ...facts, student: swap.from_name }),
    )
    return status
  }
  const reason = text?.trim() || null
  await notifyAboutSwap(
    tx,
    swap,
    // The status is part of the key because a classmate who agreed may still take it back.
    { to: 'proposer', key: `swap ${status} ${id}` },
    status === 'done'
      ? notification(notificationTexts, 'swap.done', { ...facts, reason: null })
      : status === 'accepted'
        ? notification(notificationTexts, 'swap.accepted', facts)
        : notification(notificationTexts, 'swap.declined', { ...facts, reason }),
  )
  if (status === 'accepted')
    for (const to of ['school', 'platform'] as const)
      await notifyAboutSwap(
        tx,
        swap,
        { to, key: `swap ${id}` },
        notification(notificationTexts, 'swap.to_decide', facts),
      )
  return status
}
