import { addDays, type PlainDate } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import { canTransition, type Step } from '#core/steps.ts'
import type { Confirmation, HoursRequest, RequestStatus } from './contract.ts'

/** The only transitions of reported hours (Domain 2.11): they are decided once; approved hours can only be taken back in the ledger. */
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
  /** Minutes that day already has: in the ledger, on shifts and capstone days, and reported ones not yet decided. */
  sameDay: number
}

/**
 * Why a student cannot report these hours, or null: the day must be over and recent enough, and its hours within the daily maximum (Domain
 * 2.11).
 */
export function reportBlocker(
  { date, minutes }: { date: PlainDate; minutes: number },
  { today, daysBack, hoursPerDay, sameDay }: ReportFacts,
) {
  if (date > today) return refusal('hours_request.future')
  if (date < addDays(today, -daysBack)) return refusal('hours_request.too_late', { days: daysBack })
  return dayBlocker({ minutes }, { hoursPerDay, sameDay })
}

/** Why a day cannot have these hours too, or null: its hours are within the daily maximum (Domain 2.11). */
export function dayBlocker(
  { minutes }: { minutes: number },
  { hoursPerDay, sameDay }: Pick<ReportFacts, 'hoursPerDay' | 'sameDay'>,
) {
  return minutes + sameDay > hoursPerDay * 60
    ? refusal('hours_request.too_many', { most: hoursPerDay, minutes: sameDay })
    : null
}

type Row = { status: string; version: number }

/** Why the student cannot make this transition, or null. */
export function ownStepBlocker({ status }: Pick<Row, 'status'>, to: 'pending' | 'withdrawn') {
  return canTransition(hoursRequestSteps, status, to, 'student') ? null : refusal('hours_request.settled')
}

/** How many more files an answer can add: five in all. */
export const filesLeft = ({ evidence_file_ids: files }: Pick<HoursRequest, 'evidence_file_ids'>): number =>
  5 - files.length

type Decision = {
  decision: 'approved' | 'not_approved' | 'needs_info'
  note: string | null
  version: number
}

/**
 * Why the school cannot make this decision, or null: it must be pending and unchanged since the decider loaded it, and anything but an
 * approval needs a note for the student.
 */
export function decisionBlocker(row: Row, { decision, note, version }: Decision) {
  if (!canTransition(hoursRequestSteps, row.status, decision, 'school') || row.version !== version)
    return refusal('hours_request.settled')
  return decision !== 'approved' && !note ? refusal('hours_request.reason_missing') : null
}

type Named = Row & { confirmation: string | null }

/**
 * Why the named instructor cannot give this answer, or null: only once, before a decision, and on the version they loaded; saying that
 * hours are wrong needs a note.
 */
export function confirmBlocker(
  { status, version, confirmation }: Named,
  sent: { confirmation: Confirmation; note: string | null; version: number },
) {
  const isOpen = status === 'pending' || status === 'needs_info'
  if (!isOpen || confirmation !== null || version !== sent.version) return refusal('hours_request.settled')
  return sent.confirmation === 'not_confirmed' && !sent.note ? refusal('hours_request.reason_missing') : null
}

/** Says in a sentence how the named instructor answered; null if no one was named. */
export function confirmationWords({
  instructor_name: name,
  confirmation,
  confirmation_note: note,
}: Pick<HoursRequest, 'instructor_name' | 'confirmation' | 'confirmation_note'>): string | null {
  if (name === null) return null
  if (confirmation === null) return `${name} has not answered yet.`
  return confirmation === 'confirmed'
    ? `Confirmed by ${name}${note ? `: ${note}` : '.'}`
    : `${name} does not confirm: ${note}`
}

export const statusLabels: Record<RequestStatus, string> = {
  pending: 'Waiting for your school',
  needs_info: 'Your school has a question',
  approved: 'Approved',
  not_approved: 'Not approved',
  withdrawn: 'Withdrawn',
}

/** Same for the school. */
export const statusInList: Record<RequestStatus, string> = {
  ...statusLabels,
  pending: 'To approve',
  needs_info: 'Waiting for the student',
}
