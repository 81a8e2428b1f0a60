import { formatDate } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import type { Step } from '#core/steps.ts'
import type { InstrumentContent } from '#features/instruments/contract.ts'
import {
  answerFaults,
  itemsOf,
  needsComment,
  NOT_APPLICABLE,
  planItems,
} from '#features/instruments/rules.ts'
import type {
  Check,
  Evaluation,
  EvaluationFields,
  EvaluationKind,
  EvaluationRow,
  EvaluationStart,
  EvaluationStatus,
  Plan,
} from './contract.ts'

export type EvaluationParty = 'evaluator' | 'student' | 'school' | 'system'

const beforeLock: readonly EvaluationStatus[] = [
  'assigned',
  'overdue',
  'draft',
  'submitted',
  'acknowledged',
  'disputed',
  'under_verification',
  'returned',
  'verified',
]

/** The only transitions of an evaluation (Domain 2.13). */
export const evaluationSteps = [
  { event: 'expire', from: 'assigned', to: 'overdue', parties: ['system'] },
  { event: 'begin', from: 'assigned', to: 'draft', parties: ['evaluator'] },
  { event: 'begin', from: 'overdue', to: 'draft', parties: ['evaluator'] },
  { event: 'correct', from: 'returned', to: 'draft', parties: ['evaluator'] },
  { event: 'submit', from: 'draft', to: 'submitted', parties: ['evaluator'] },
  { event: 'acknowledge', from: 'submitted', to: 'acknowledged', parties: ['student'] },
  { event: 'dispute', from: 'submitted', to: 'disputed', parties: ['student'] },
  ...(['submitted', 'acknowledged', 'disputed'] as const).map((from) => ({
    event: 'look' as const,
    from,
    to: 'under_verification' as const,
    parties: from === 'acknowledged' ? (['school', 'system'] as const) : (['school'] as const),
  })),
  { event: 'verify', from: 'under_verification', to: 'verified', parties: ['school', 'system'] },
  { event: 'return', from: 'under_verification', to: 'returned', parties: ['school'] },
  ...(['submitted', 'acknowledged', 'verified'] as const).map((from) => ({
    event: 'lock' as const,
    from,
    to: 'locked' as const,
    parties: ['system'] as const,
  })),
  ...beforeLock.map((from) => ({
    event: 'void' as const,
    from,
    to: 'voided' as const,
    // Of a student who was marked absent since.
    parties:
      from === 'assigned' || from === 'overdue' ? (['school', 'system'] as const) : (['school'] as const),
  })),
] as const satisfies readonly Step<EvaluationStatus, EvaluationParty>[]

/** The transitions of a remediation plan (Domain 2.13). It is void while its evaluation no longer calls for one. */
export const planSteps = [
  { event: 'meet', from: 'open', to: 'met', parties: ['evaluator', 'school'] },
  { event: 'miss', from: 'open', to: 'not_met', parties: ['evaluator', 'school'] },
  { event: 'void', from: 'open', to: 'void', parties: ['evaluator', 'school'] },
  { event: 'reopen', from: 'void', to: 'open', parties: ['evaluator', 'school'] },
] as const satisfies readonly Step<Plan['status'], EvaluationParty>[]

/** Labels for the status of an evaluation (Domain 2.13). */
export const statusLabels: Record<EvaluationStatus, string> = {
  assigned: 'To write',
  overdue: 'Overdue',
  draft: 'Draft',
  submitted: 'Submitted',
  acknowledged: 'Acknowledged',
  disputed: 'Disputed',
  under_verification: 'Under verification',
  returned: 'Returned',
  verified: 'Verified',
  locked: 'Locked',
  voided: 'Voided',
}

/** Labels for the kinds of evaluation (Domain 2.13). */
export const kindLabels: Record<EvaluationKind, string> = {
  shift: 'Shift',
  midterm: 'Midterm',
  final: 'Final',
}

/** Labels for the outcome of an evaluation (Domain 2.13). */
export const outcomeLabels = {
  satisfactory: 'Satisfactory',
  needs_improvement: 'Needs improvement',
  unsatisfactory: 'Unsatisfactory',
  rated: 'Rated',
} as const

/** Labels for the checks that failed at verification (Domain 2.13). */
export const checkLabels: Record<Check, string> = {
  supervised: 'The evaluator led no shift of this student',
  attended: 'The student did not attend',
  critical_commented: 'A critical item that did not pass has no comment',
  no_na_on_core: 'A core item is marked not applicable',
  legal_for_timing: 'An answer is not allowed at this time',
}

/** The parties that sign a remediation plan (Domain 2.13). */
export const signingParties = { student: 'Student', faculty: 'Faculty', lead: 'School' } as const

/** True while the evaluator may still write: before submitting, or after the school returned it (Domain 2.13). */
export const isOpenEvaluation = (status: EvaluationStatus): boolean =>
  ['assigned', 'overdue', 'draft', 'returned'].includes(status)

/** True if submitting these answers leaves the evaluator a remediation plan to write: a returned evaluation may have one that is written. */
export const opensPlan = (
  start: { evaluation: { plan: { actions: string | null } | null } | null; content: InstrumentContent },
  kind: EvaluationKind,
  answers: EvaluationFields['answers'],
): boolean => !start.evaluation?.plan?.actions && planItems(start.content, kind, answers).length > 0

/** The statuses a verifier reviews (Domain 2.13: the queue lists submitted and disputed). */
export const inQueue = [
  'disputed',
  'submitted',
  'acknowledged',
  'under_verification',
] as const satisfies readonly EvaluationStatus[]

/** The statuses in which an evaluation counts for reports. */
export const counted = [
  'submitted',
  'acknowledged',
  'disputed',
  'under_verification',
  'verified',
  'locked',
] as const satisfies readonly EvaluationStatus[]

/** True when an evaluation is past its due time and not submitted. */
export const isLate = (
  { status, due_at: due }: { status: EvaluationStatus; due_at: string | null },
  now: string,
) => status === 'overdue' || (isOpenEvaluation(status) && due !== null && Date.parse(due) < Date.parse(now))

/** Why an evaluation cannot be submitted; null for a draft with complete and valid answers, of which at least one applies (Domain 2.13). */
export function submitBlocker(
  {
    status,
    kind,
    answers,
    student_name: name,
  }: Pick<Evaluation, 'status' | 'kind' | 'answers' | 'student_name'>,
  content: InstrumentContent,
) {
  if (status !== 'draft') return refusal('evaluation.not_a_draft', { name, status })
  const faults = answerFaults(content, kind, answers)
  if (faults.length > 0) return refusal('evaluation.not_whole', { name, faults })
  return answers.every(({ point }) => point === NOT_APPLICABLE)
    ? refusal('evaluation.nothing_applies', { name })
    : null
}

/** The checks that an evaluation fails, given its answers and the attendance (Domain 2.13). */
export function failedChecks(
  { kind, answers }: Pick<Evaluation, 'kind' | 'answers'>,
  content: InstrumentContent,
  facts: { supervised: boolean; attended: boolean },
): Check[] {
  const faults = answerFaults(content, kind, answers)
  const has = (fault: string) => faults.some((one) => one.fault === fault)
  const uncommented = itemsOf(content).some((item) => {
    const given = answers.find(({ code }) => code === item.code)
    return item.critical && given && needsComment(content.scale, item, given.point) && !given.comment?.trim()
  })
  const failed: Record<Check, boolean> = {
    supervised: !facts.supervised,
    attended: !facts.attended,
    critical_commented: uncommented,
    no_na_on_core: has('not_applicable'),
    legal_for_timing: has('illegal_point'),
  }
  return (Object.keys(failed) as Check[]).filter((check) => failed[check])
}

/** Why a student cannot respond to an evaluation in this way; null when they can (Domain 2.13). */
export function answerBlocker(
  status: EvaluationStatus,
  what: 'acknowledge' | 'reply' | 'dispute',
  reply: string | null,
) {
  if (what === 'reply') {
    if (!['submitted', 'acknowledged', 'disputed'].includes(status))
      return refusal('evaluation.settled', { status })
  } else if (status !== 'submitted') return refusal('evaluation.answered', { status })
  const isShort = (reply ?? '').trim().length < 3
  if (what === 'dispute' && isShort) return refusal('evaluation.dispute_reason_missing')
  return what === 'reply' && isShort ? refusal('evaluation.reply_missing') : null
}

/** Why a school cannot make this decision on an evaluation; null when it can. Returning, voiding, and verifying what the student disputes need a reason (Domain 2.13). */
export function decisionBlocker(
  status: EvaluationStatus,
  decision: 'verify' | 'return' | 'void',
  reason: string | null,
) {
  const may = decision === 'void' ? beforeLock.includes(status) : inQueue.some((one) => one === status)
  if (!may) return refusal('evaluation.not_in_queue', { status })
  const needsReason = decision !== 'verify' || status === 'disputed'
  if (needsReason && (reason ?? '').trim().length < 3) return refusal('evaluation.reason_missing')
  return null
}

/** True when an evaluation can be verified without opening it: in the queue, not disputed, and all checks passed (Domain 2.13). */
export const isReadyToVerify = ({
  status,
  failed_checks: failed,
}: Pick<EvaluationRow, 'status' | 'failed_checks'>): boolean =>
  status !== 'disputed' && inQueue.some((one) => one === status) && failed.length === 0

/** True when an evaluation may be amended: verified or locked, not replaced by a newer version, and not a self-evaluation (Domain 2.13). */
export const mayAmend = ({
  status,
  is_superseded: isOld,
  is_self: isSelf,
}: Pick<Evaluation, 'status' | 'is_superseded' | 'is_self'>): boolean =>
  (status === 'verified' || status === 'locked') && !isOld && !isSelf

export type SigningParty = keyof typeof signingParties

/**
 * The caller's parties in a plan: its student, its faculty, or the school, which also acts for faculty who left; none for everyone else.
 */
export function partiesOf(
  plan: Pick<Plan, 'student_id' | 'faculty_id' | 'faculty_left'>,
  me: { id: string; role: string },
): SigningParty[] {
  if (me.id === plan.student_id) return ['student']
  const isSchool = me.role === 'school_admin' || me.role === 'school_super_admin'
  const isFaculty = me.id === plan.faculty_id || (isSchool && plan.faculty_left)
  return [...(isSchool ? (['lead'] as const) : []), ...(isFaculty ? (['faculty'] as const) : [])]
}

/** The party for which the caller signs next: one that has not signed, or else any of theirs. */
export const signsAs = (
  plan: Pick<Plan, 'signatures'>,
  parties: readonly SigningParty[],
): SigningParty | null =>
  parties.find((party) => !plan.signatures.some((one) => one.party === party)) ?? parties[0] ?? null

/** Why a plan cannot be signed by this party; null when it can: once each, after its actions are written (Domain 2.13). */
export function signBlocker(
  plan: Pick<Plan, 'status' | 'actions' | 'signatures'>,
  party: SigningParty | null,
) {
  if (party === null) return refusal('plan.not_yours')
  if (plan.status !== 'open') return refusal('plan.closed')
  if (!plan.actions) return refusal('plan.not_written')
  return plan.signatures.some((one) => one.party === party) ? refusal('plan.signed_already') : null
}

/** Why a plan cannot be closed; null when it can. It needs three signatures, and a note if it was not met (Domain 2.13). */
export function closeBlocker(
  plan: Pick<Plan, 'status' | 'signatures'>,
  result: 'met' | 'not_met',
  note: string | null,
) {
  if (plan.status !== 'open') return refusal('plan.closed')
  if (plan.signatures.length < 3) return refusal('plan.not_signed')
  return result === 'not_met' && (note ?? '').trim().length < 3 ? refusal('plan.note_missing') : null
}

/**
 * Why the preceptor of a capstone project cannot start this evaluation; null when they can: midterm and final, while hours are being logged
 * (Domain 2.6, 2.13).
 */
export function projectBlocker({ status, kind }: { status: string; kind: EvaluationKind }) {
  if (kind === 'shift') return refusal('evaluation.not_of_a_project')
  return status === 'active' ? null : refusal('evaluation.project_not_active')
}

/**
 * The progress of a project's midterm or final: verified once the school or the scheduler has verified it, which the lock after 14 days
 * does not (Domain 2.6).
 */
export function evaluationTaskStatusOf(
  evaluations: readonly { status: EvaluationStatus; verified_at: string | null }[],
): 'missing' | 'submitted' | 'verified' {
  const settled = evaluations.filter(({ status }) => counted.some((known) => known === status))
  if (settled.some(({ verified_at: at }) => at !== null)) return 'verified'
  return settled.length > 0 ? 'submitted' : 'missing'
}

/** Merges local changes into a version saved elsewhere in the meantime: each item keeps its latest change. */
export function mergeAnswers(
  theirs: EvaluationFields,
  mine: EvaluationFields,
  changed: ReadonlySet<string>,
): EvaluationFields {
  const kept = theirs.answers.filter(({ code }) => !changed.has(code))
  return {
    answers: [...kept, ...mine.answers.filter(({ code }) => changed.has(code))],
    strengths: changed.has('strengths') ? mine.strengths : theirs.strengths,
    improvements: changed.has('improvements') ? mine.improvements : theirs.improvements,
  }
}

/** Counts the answers given, of all items; "not applicable" counts as given. */
export const answeredOf = (content: InstrumentContent, { answers }: Pick<EvaluationFields, 'answers'>) => {
  const items = itemsOf(content)
  return {
    given: items.filter(({ code }) => answers.some((one) => one.code === code)).length,
    of: items.length,
  }
}

/** The label of a point, or that the item did not apply. */
export const pointLabel = (content: InstrumentContent, point: string): string =>
  point === NOT_APPLICABLE
    ? 'Not applicable'
    : (content.scale.points.find(({ code }) => code === point)?.label ?? point)

/** An evaluator's notes after one shift of a student. */
export type ShiftNote = { date: string; strengths: string | null; improvements: string | null }

/** Fills a field of a midterm with the evaluator's dated notes after shifts; drops the oldest if they are too long. */
function filledBy(
  notes: readonly ShiftNote[],
  field: 'strengths' | 'improvements',
  most: number,
): string | null {
  const lines: string[] = []
  let length = 0
  for (const note of notes.toSorted((a, b) => b.date.localeCompare(a.date))) {
    const text = note[field]?.trim()
    if (!text) continue
    const line = `${formatDate(note.date)}: ${text}`
    length += line.length + 1
    if (length > most) break
    lines.unshift(line)
  }
  return lines.length > 0 ? lines.join('\n') : null
}

/** The initial texts of a midterm: the evaluator's notes after shifts of this student (Domain 2.13); null when there are none. */
export function prefillOf(notes: readonly ShiftNote[], most = 2000): EvaluationStart['prefilled'] {
  const strengths = filledBy(notes, 'strengths', most)
  const improvements = filledBy(notes, 'improvements', most)
  const shifts = notes.filter((note) => note.strengths?.trim() || note.improvements?.trim()).length
  return strengths || improvements ? { shifts, strengths, improvements } : null
}

/** Says what an instructor still has to do for the students who came to a shift. */
export function leftToEvaluate(left: number, students: number): string {
  if (left === 0) return students === 1 ? 'Submitted.' : `All ${students} are submitted.`
  if (left === students) return 'About three minutes each. Begin with one, then copy it to the group.'
  return `${left} of ${students} still to submit.`
}

/** Names listed in a sentence; more would not be read. */
const MAX_NAMES = 5

/** Says which students no instructor can be asked about, and what the school can do. */
export function withoutInstructor(names: readonly string[]): string {
  const more = names.length - MAX_NAMES
  const listed = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(
    more > 0 ? [...names.slice(0, MAX_NAMES), `${more} more`] : names,
  )
  return `No instructor of ${listed} is at the school anymore, so no one was asked. Name another instructor on one of their coming shifts.`
}
