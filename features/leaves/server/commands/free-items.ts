import type { AutomaticReason } from '#core/automatic-reasons.ts'
import { notification } from '#core/notification-texts.ts'
import { refuse } from '#core/refusal.ts'
import { endGroup, groupNotifications } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { LeaveDays, LeaveItem } from '../../contract.ts'
import { leaveRefusals, notificationTexts } from '../../messages.ts'
import { freedOf } from '../../rules.ts'
import { itemsWithin } from '../queries/plan-leave.ts'
import type { SeatCommands } from '../seat-commands.ts'
import { lockDays } from './lock-days.ts'

/** The reason on each freed seat, which others can read; it does not say why the student is on leave. */
const WHY = 'seat.on_leave' satisfies AutomaticReason

type Choice = { free_ids: readonly string[]; keep_ids: readonly string[] }

/**
 * Frees the chosen items on these days, each with its feature's command; a seat goes to the next in line. Then locks the student's days
 * until the leave is written, and refuses items given in the meantime as undecided. This lock comes last, because giving a seat locks its
 * shift first.
 */
export async function freeItems(
  tx: Tx,
  commands: SeatCommands,
  about: { studentId: string; days: LeaveDays; key: string },
  choice: Choice,
): Promise<LeaveItem[]> {
  const { freed, refused } = freedOf(await itemsWithin(tx, about.studentId, about.days), choice)
  if (refused) return refuse(leaveRefusals, refused)
  if (freed.length > 0) await free(tx, commands, about.key, freed)
  await lockDays(tx, about.studentId)
  const left = freedOf(await itemsWithin(tx, about.studentId, about.days), { ...choice, free_ids: [] })
  if (left.refused) return refuse(leaveRefusals, left.refused)
  return freed
}

async function free(tx: Tx, commands: SeatCommands, key: string, freed: readonly LeaveItem[]): Promise<void> {
  const { code, values } = notification(notificationTexts, 'leave.shifts', {})
  await groupNotifications(tx, key, { code, values })
  for (const { id, kind } of freed)
    if (kind === 'day') await commands.changeDay(tx, { id, change: 'reschedule', reason: WHY })
    else if (kind === 'seat' || kind === 'offer')
      await commands.removeSeat(tx, { id, code: null, reason: WHY })
    else await commands.decideRequest(tx, { id, decision: 'decline', reason: WHY })
  await endGroup(tx)
}
