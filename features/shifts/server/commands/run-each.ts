import { notification } from '#core/notification-texts.ts'
import { groupNotifications as groupUnder } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { inSavepoint } from '#platform/server/savepoint.ts'
import { notReachedRefusal } from '#platform/server/time-left.ts'
import type { Outcome } from '../../contract.ts'
import { type GroupedAction, notificationTexts } from '../../messages.ts'
import { lockShifts } from './lock-units.ts'
import type { Locked } from './lock-shift.ts'

/** A command to run in a transaction; returns the new version. */
export type Command = (tx: Tx) => Promise<{ version: number }>

/**
 * Runs a command on each shift separately: refusals are reported, and the other shifts go through. When `stopsWhen` returns true, the rest
 * is marked as not reached.
 */
export async function runEach(
  tx: Tx,
  shifts: readonly Locked[],
  command: (shift: Locked) => Command,
  wordsOf: (error: unknown) => Pick<Outcome, 'message' | 'reason'>,
  stopsWhen: () => boolean = () => false,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  if (shifts.length > 1)
    await lockShifts(
      tx,
      shifts.map(({ id }) => id),
    )
  for (const shift of shifts) {
    if (outcomes.length > 0 && stopsWhen()) {
      outcomes.push({ id: shift.id, ok: false, ...notReachedRefusal })
      continue
    }
    try {
      await inSavepoint(tx, () => command(shift)(tx))
      outcomes.push({ id: shift.id, ok: true, message: null, reason: null })
    } catch (error) {
      outcomes.push({ id: shift.id, ok: false, ...wordsOf(error) })
    }
  }
  return outcomes
}

/** Where a school answers about several shifts at once; otherwise a group leads to the first. */
const pages: Partial<Record<GroupedAction, string>> = {
  counter: '/shifts?state=countered&semester=all',
  ask: '/shifts?state=needs_info&semester=all',
}

/** Merges the notifications of this transaction, and earlier ones with the same key, into one for each person. */
export async function groupNotifications(tx: Tx, key: string, action: GroupedAction): Promise<void> {
  const { code, values } = notification(notificationTexts, 'shift.bulk', { action })
  const url = pages[action]
  await groupUnder(tx, key, { code, values, ...(url && { url }) })
}
