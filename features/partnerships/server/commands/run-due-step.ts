import { notification } from '#core/notification-texts.ts'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import { type CalendarEvent, calendarStep } from '../../rules.ts'
import { type DuePartnership, lockDue } from '../queries/list-due.ts'
import { type CancelShifts, finishEnding } from './finish-ending.ts'
import { notifyParties } from './notify-parties.ts'
import { notifyParty } from './notify-party.ts'
import { writeCalendarStep } from './write-calendar-step.ts'

/**
 * Does what the calendar requires of a partnership at an instant (ISO) or now, and returns it, or null: ends it after its last day, renews its
 * agreement after the notice period, lets it expire, or reminds both parties (domain §2.10). May run any number of times a day.
 */
export async function runDueStep(
  tx: Tx,
  id: string,
  now: string | undefined,
  cancelShifts: CancelShifts,
): Promise<CalendarEvent | null> {
  const due = await lockDue(tx, id, now)
  const step = due && calendarStep(due)
  if (!step) return null
  if (step.event === 'ended') await finishEnding(tx, due, cancelShifts)
  if (step.event === 'renewed') await renew(tx, due, step.effective_to)
  if (step.event === 'expired') await expire(tx, due)
  if (step.event === 'reminded') await remind(tx, due, step)
  return step.event
}

async function renew(tx: Tx, due: DuePartnership, effective_to: PlainDate): Promise<void> {
  const written = await writeCalendarStep(tx, due, 'renewed', { effective_to, details: { effective_to } })
  await notifyParties(tx, due, written, 'system', 'partnership.renewed', {})
}

async function expire(tx: Tx, due: DuePartnership): Promise<void> {
  const written = await writeCalendarStep(tx, due, 'expired', {})
  await notifyParties(tx, due, written, 'system', 'partnership.expired', {})
}

async function remind(
  tx: Tx,
  due: DuePartnership,
  { rung, days }: { rung: number; days: number },
): Promise<void> {
  const { id, effective_to, school_name: school, organization_name: organization } = due
  await writeCalendarStep(tx, due, 'reminded', { details: { rung, effective_to } })
  for (const reader of ['school', 'facility'] as const) {
    const said = notification(notificationTexts, 'partnership.expiring', {
      reader,
      school,
      organization,
      days,
      last_day: effective_to!,
    })
    const key = `expiring ${effective_to} ${rung}`
    await notifyParty(tx, id, { party: reader, type: 'partnership_expiring', key }, said)
  }
}
