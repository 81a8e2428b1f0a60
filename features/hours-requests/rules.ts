import { addDays, type PlainDate } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import { mayStep, type Step } from '#core/steps.ts'
import type { Confirmation, HoursRequest, RequestStatus } from './contract.ts'

/** The steps of reported hours, and no others (domain §2.11): decided once; what was approved is taken back in the ledger alone. */
export const hoursRequestSteps = [
  { event: 'approve', from: 'pending', to: 'approved', parties: ['school'] },
  { event: 'refuse', from: 'pending', to: 'not_approved', parties: ['school'] },
  { event: 'ask', from: 'pending', to: 'needs_info', parties: ['school'] },
  { event: 'answer', from: 'needs_info', to: 'pending', parties: ['student'] },
  { event: 'withdraw', from: 'pending', to: 'withdrawn', parties: ['student'] },
  { event: 'withdraw', from: 'needs_info', to: 'withdrawn', parties: ['student'] },
] as const satisfies readonly Step<RequestStatus, 'student' | 'school'>[]

type ReportFacts = {
  today: PlainDate
  /** The school's settings. */
  daysBack: number
  hoursPerDay: number
  /** Minutes of that day in the ledger, and reported ones that are not decided. */
  sameDay: number
}

/** Why a student cannot report these hours, or null: the day is over, not too long ago, and has no more hours than one day may (domain §2.11). */
export function reportBlocker(
  { date, minutes }: { date: PlainDate; minutes: number },
  { today, daysBack, hoursPerDay, sameDay }: ReportFacts,
) {
  if (date > today) return refusal('hours_request.future')
  if (date < addDays(today, -daysBack)) return refusal('hours_request.too_late', { days: daysBack })
  return minutes + sameDay > hoursPerDay * 60
    ? refusal('hours_request.too_many', { most: hoursPerDay, minutes: sameDay })
    : null
}

type Row = { status: string; version: number }

/** Why the student cannot take this step, or null. */
export function ownStepBlocker({ status }: Pick<Row, 'status'>, to: 'pending' | 'withdrawn') {
  return mayStep(hoursRequestSteps, status, to, 'student') ? null : refusal('hours_request.settled')
}

type Decision = {
  decision: 'approved' | 'not_approved' | 'needs_info'
  note: string | null
  version: number
}

/** Why the school cannot decide so, or null: it waits, is as the decider saw it, and all but an approval has a note for the student. */
export function decisionBlocker(row: Row, { decision, note, version }: Decision) {
  if (!mayStep(hoursRequestSteps, row.status, decision, 'school') || row.version !== version)
    return refusal('hours_request.settled')
  return decision !== 'approved' && !note ? refusal('hours_request.reason_missing') : null
}

type Named = Row & { confirmation: string | null }

/** Why the instructor who was named cannot say so, or null: once, while nothing is decided, and of what they saw; that the hours are wrong with a note. */
export function confirmBlocker(
  { status, version, confirmation }: Named,
  sent: { confirmation: Confirmation; note: string | null; version: number },
) {
  const isOpen = status === 'pending' || status === 'needs_info'
  if (!isOpen || confirmation !== null || version !== sent.version) return refusal('hours_request.settled')
  return sent.confirmation === 'not_confirmed' && !sent.note ? refusal('hours_request.reason_missing') : null
}

/** What the instructor who was named said, in a sentence; null where no one was named. */
export function confirmationWords({
  instructor_name: name,
  confirmation,
  confirmation_note: note,
}: Pick<HoursRequest, 'instructor_name' | 'confirmation' | 'confirmation_note'>): string | null {
  if (name === null) return null
  if (confirmation === null) return `${name} has not answered yet.`
  return confirmation === 'confirmed' ? `Confirmed by ${name}${note ? `: ${note}` : '.'}` : `${name} does not confirm: ${note}`
} // prettier-ignore

/** What state reported hours are in, for people. */
export const statusLabels: Record<RequestStatus, string> = {
  pending: 'Waiting for your school',
  needs_info: 'Your school has a question',
  approved: 'Approved',
  not_approved: 'Not approved',
  withdrawn: 'Withdrawn',
}

/** The same as the school reads it. */
export const statusInList: Record<RequestStatus, string> = {
  ...statusLabels,
  pending: 'To approve',
  needs_info: 'Waiting for the student',
}
