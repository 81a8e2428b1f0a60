import { scheduledMinutes } from '#core/clock-time.ts'
import { type PlainDate } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import type { Step } from '#core/steps.ts'
import type { ClearanceBrief } from '#features/credentials/contract.ts'
import { notClearedInWords } from '#features/credentials/rules.ts'
import type {
  DayStatus,
  DeliverableStatus,
  EvaluationTask,
  NextStep,
  NominationStatus,
  Project,
  ProjectDay,
  ProjectEvent,
  ProjectParty,
  ProjectStatus,
} from './contract.ts'

/** How many files a deliverable may have, as in the contract. */
export const MOST_FILES = 5

/** Who takes a step: one of the parties, or the calendar. */
export type StepParty = ProjectParty | 'system'

const school = ['school', 'faculty'] as const
const placing = ['awaiting_preceptor', 'matched'] as const
const beforeActive = [
  'draft',
  'submitted',
  'under_review',
  'revisions_requested',
  'approved',
  ...placing,
] as const
const beforeEnd = [...beforeActive, 'active'] as const

/**
 * The only steps of a capstone project (Domain 2.6). If a preceptor leaves, the search starts again, also at another facility; hours stay:
 * with credited ones, the next preceptor takes over an active project, and it can end meanwhile.
 */
export const projectSteps = [
  { event: 'submit', from: 'draft', to: 'submitted', parties: ['student'] },
  { event: 'submit', from: 'revisions_requested', to: 'submitted', parties: ['student'] },
  { event: 'review', from: 'submitted', to: 'under_review', parties: school },
  { event: 'request_revisions', from: 'under_review', to: 'revisions_requested', parties: school },
  { event: 'approve', from: 'under_review', to: 'approved', parties: school },
  { event: 'ask_facility', from: 'approved', to: 'awaiting_preceptor', parties: school },
  // Another facility is asked instead.
  { event: 'unask', from: 'awaiting_preceptor', to: 'approved', parties: school },
  { event: 'match', from: 'awaiting_preceptor', to: 'matched', parties: ['preceptor'] },
  { event: 'match', from: 'awaiting_preceptor', to: 'active', parties: ['preceptor'] },
  ...(['matched', 'active'] as const).map((from) => ({
    event: 'preceptor_left' as const,
    from,
    to: 'awaiting_preceptor' as const,
    parties: ['school', 'faculty', 'facility', 'preceptor'] as const,
  })),
  { event: 'start', from: 'matched', to: 'active', parties: ['preceptor'] },
  { event: 'complete', from: 'active', to: 'completed', parties: school },
  { event: 'complete', from: 'awaiting_preceptor', to: 'completed', parties: school },
  { event: 'close', from: 'completed', to: 'closed', parties: school },
  { event: 'fail', from: 'active', to: 'failed', parties: ['school'] },
  { event: 'fail', from: 'awaiting_preceptor', to: 'failed', parties: ['school'] },
  ...beforeActive.map((from) => ({
    event: 'withdraw' as const,
    from,
    to: 'withdrawn' as const,
    parties: ['student'] as const,
  })),
  ...beforeEnd.map((from) => ({
    event: 'cancel' as const,
    from,
    to: 'cancelled' as const,
    parties: ['school'] as const,
  })),
] as const satisfies readonly Step<ProjectStatus, StepParty>[]

/** The steps of a nomination: a facility proposes, the school asks, the preceptor answers within seven days (Domain 2.6). */
export const nominationSteps = [
  { event: 'ask', from: 'proposed', to: 'asked', parties: school },
  { event: 'accept', from: 'asked', to: 'accepted', parties: ['preceptor'] },
  { event: 'decline', from: 'asked', to: 'declined', parties: ['preceptor'] },
  { event: 'expire', from: 'asked', to: 'expired', parties: ['system'] },
  // By the student only with the whole project.
  { event: 'withdraw', from: 'proposed', to: 'withdrawn', parties: [...school, 'facility', 'student'] },
  { event: 'withdraw', from: 'asked', to: 'withdrawn', parties: [...school, 'facility', 'student'] },
  { event: 'end', from: 'accepted', to: 'ended', parties: ['school', 'faculty', 'facility', 'preceptor'] },
] as const satisfies readonly Step<NominationStatus, StepParty>[]

const planners = ['student', 'school', 'faculty', 'preceptor'] as const

/** The steps of a day: confirmed once, by its preceptor; a day that cannot happen is rescheduled (Domain 2.6). */
export const daySteps = [
  { event: 'confirm', from: 'planned', to: 'confirmed', parties: ['preceptor'] },
  { event: 'reschedule', from: 'planned', to: 'reschedule', parties: [...planners, 'facility'] },
  { event: 'substitute', from: 'reschedule', to: 'planned', parties: ['school', 'faculty', 'facility'] },
  { event: 'remove', from: 'planned', to: 'removed', parties: planners },
  { event: 'remove', from: 'reschedule', to: 'removed', parties: planners },
] as const satisfies readonly Step<DayStatus, StepParty>[]

type OnDay = { preceptor_id: string; status: DayStatus }

/** What a preceptor without an account read by email about a day, as the day has it. */
export const mailedAs = ({ preceptor_id: preceptor, status }: OnDay): string => `${preceptor} ${status}`

/** Which preceptors without an account to email about a day ahead, by what was last mailed about it: who comes, and who no longer does. */
export function dayNews({
  preceptor_id: preceptor,
  status,
  has_account: hasAccount,
  mailed,
}: OnDay & { has_account: boolean; mailed: string | null }): { to: string; is_planned: boolean }[] {
  const [reader, read] = mailed?.split(' ') ?? []
  const knew = read === 'planned' ? reader : undefined
  const comes = status === 'planned' && !hasAccount ? preceptor : undefined
  if (knew === comes) return []
  return [
    ...(knew ? [{ to: knew, is_planned: false }] : []),
    ...(comes ? [{ to: comes, is_planned: true }] : []),
  ]
}

/** The steps of a deliverable (Domain 2.6). */
export const deliverableSteps = [
  { event: 'deliver', from: 'open', to: 'submitted', parties: ['student'] },
  { event: 'deliver', from: 'returned', to: 'submitted', parties: ['student'] },
  { event: 'accept', from: 'submitted', to: 'accepted', parties: school },
  { event: 'return', from: 'submitted', to: 'returned', parties: school },
] as const satisfies readonly Step<DeliverableStatus, StepParty>[]

/** Labels for the statuses of a project (Domain 2.6). */
export const projectLabels: Record<ProjectStatus, string> = {
  draft: 'Draft',
  submitted: 'Submitted',
  under_review: 'Under review',
  revisions_requested: 'Revisions requested',
  approved: 'Approved',
  awaiting_preceptor: 'Awaiting preceptor',
  matched: 'Matched',
  active: 'Active',
  completed: 'Completed',
  closed: 'Closed',
  withdrawn: 'Withdrawn',
  cancelled: 'Canceled',
  failed: 'Failed',
}

/** The main statuses of a project in order, for the student's page (Domain 2.6). */
export const mainStatuses = ['draft', 'submitted', 'approved', 'matched', 'active', 'completed'] as const

const reached: Record<ProjectStatus, number> = {
  draft: 0,
  submitted: 1,
  under_review: 1,
  revisions_requested: 1,
  approved: 2,
  awaiting_preceptor: 2,
  matched: 3,
  active: 4,
  completed: 6,
  closed: 6,
  withdrawn: -1,
  cancelled: -1,
  failed: -1,
}

/** The index of a project's position in these statuses; -1 if it ended without completion. */
export const mainStatusIndex = (status: ProjectStatus): number => reached[status]

const shown: Record<string, readonly ProjectStatus[]> = {
  // Only the student sees a draft until it is submitted.
  current: beforeEnd.filter((status) => status !== 'draft'),
  review: ['submitted', 'under_review', 'revisions_requested'],
  placing: ['approved', 'awaiting_preceptor', 'matched'],
  under_way: ['active'],
  done: ['completed', 'closed', 'withdrawn', 'cancelled', 'failed'],
}

/** The statuses of a filter of the list; undefined for all of them. */
export const statusesOf = (show: string): readonly ProjectStatus[] | undefined => shown[show]

/** True if the student may still edit the proposal (Domain 2.6). */
export const isOpenProposal = (status: ProjectStatus): boolean =>
  status === 'draft' || status === 'revisions_requested'

type Proposal = Pick<Project, 'summary' | 'start_date' | 'end_date'> & { learning_goals: readonly unknown[] }

/** Why a proposal cannot be submitted, or null: a preceptor must get written objectives beforehand (NAC 632; Domain 2.6). */
export function proposalBlocker(proposal: Proposal) {
  if (proposal.summary.trim().length < 20) return refusal('capstone.summary_short')
  if (proposal.learning_goals.length === 0) return refusal('capstone.goals_missing')
  if (proposal.end_date < proposal.start_date) return refusal('capstone.days_reversed')
  return null
}

/** The facts that decide completion: hours from the ledger, deliverables, and the final evaluation (Domain 2.6). */
export type CompletionFacts = {
  required_hours: number
  credited_hours: number
  deliverables: readonly { status: DeliverableStatus }[]
  final: EvaluationTaskStatus
}

/** Why a project is not complete yet, or null: it needs enough hours, every deliverable, and a verified final evaluation (Domain 2.6). */
export function completionBlocker({
  required_hours: needs,
  credited_hours: has,
  deliverables,
  final,
}: CompletionFacts) {
  if (has < needs) return refusal('capstone.hours_short', { has, needs })
  const open = deliverables.filter(({ status }) => status !== 'accepted').length
  if (open > 0) return refusal('capstone.deliverables_open', { open })
  if (final !== 'verified') return refusal('capstone.final_missing', { final })
  return null
}

type EvaluationTaskStatus = 'missing' | 'submitted' | 'verified'
export type EvaluationStatuses = Record<EvaluationTask, EvaluationTaskStatus>

/** Why a project cannot end as failed, or null: it needs an evaluation that says why (Domain 2.6). */
export const failBlocker = ({ midterm, final }: EvaluationStatuses) =>
  midterm === 'missing' && final === 'missing' ? refusal('capstone.evaluation_missing') : null

/** True for a project that has begun: active, or with credited hours while it needs another preceptor (Domain 2.6). */
export const hasBegun = ({ status, credited_hours: has }: Pick<Project, 'status' | 'credited_hours'>) =>
  status === 'active' || (has > 0 && placing.some((one) => one === status))

/** Why hours that are credited, or missing, prevent a step, or null: a student withdraws before them, the school ends a project after (Domain 2.6). */
export function hoursBlocker(event: ProjectEvent, project: Pick<Project, 'status' | 'credited_hours'>) {
  if (event === 'withdraw' && hasBegun(project)) return refusal('capstone.has_begun')
  if ((event === 'complete' || event === 'fail') && !hasBegun(project)) return refusal('capstone.not_now')
  return null
}

type DueFacts = Pick<Project, 'status' | 'credited_hours' | 'required_hours'> & {
  evaluationStatuses: EvaluationStatuses
}

/** The evaluation that the preceptor writes next: the midterm after half of the hours, the final after all of them (Domain 2.6). */
export function evaluationDue({
  status,
  credited_hours: has,
  required_hours: needs,
  evaluationStatuses,
}: DueFacts): EvaluationTask | null {
  if (status !== 'active') return null
  if (has >= needs) return evaluationStatuses.final === 'missing' ? 'final' : null
  return has >= needs / 2 && evaluationStatuses.midterm === 'missing' ? 'midterm' : null
}

/** Why the faculty member cannot be changed, or null: by the school, from the approval until the project ends. */
export const facultyBlocker = (
  project: { status: ProjectStatus; faculty_id: string | null },
  party: StepParty,
) =>
  party === 'school' && project.faculty_id !== null && beforeEnd.some((status) => status === project.status)
    ? null
    : refusal('capstone.not_now')

/** Why a step needs a reason, or null: someone will read it. */
export function reasonBlocker(event: ProjectEvent, reason: string | null) {
  const needs = event === 'request_revisions' || event === 'cancel' || event === 'fail'
  return needs && (reason ?? '').trim().length < 3 ? refusal('capstone.reason_missing') : null
}

type Decided = { status: NominationStatus; party: StepParty }

/** True if the school, by withdrawing this nomination, turns down the nominee of a facility. */
export const isTurnedDown = ({ status, party }: Decided): boolean =>
  status === 'proposed' && (party === 'school' || party === 'faculty')

/** Why a decision on a nomination needs a reason, or null: whose nominee is turned down, or who loses their preceptor, reads it. */
export function decisionReasonBlocker(
  decision: 'ask' | 'withdraw' | 'end',
  nomination: Decided,
  reason: string | null,
) {
  const needs = decision === 'end' || (decision === 'withdraw' && isTurnedDown(nomination))
  return needs && (reason ?? '').trim().length < 3 ? refusal('capstone.reason_missing') : null
}

type Signed = Pick<
  Project['nominations'][number],
  'status' | 'student_signed_at' | 'preceptor_signed_at' | 'faculty_signed_at'
>

/** True if all three have signed the agreement (Domain 2.6). */
export const isSigned = (one: Omit<Signed, 'status'>): boolean =>
  one.student_signed_at !== null && one.preceptor_signed_at !== null && one.faculty_signed_at !== null

const signatureOf = {
  student: 'student_signed_at',
  preceptor: 'preceptor_signed_at',
  faculty: 'faculty_signed_at',
} as const

/** A party that signs the agreement (Domain 2.6). */
export type Signer = keyof typeof signatureOf
/** True if this party is one of the three that sign (Domain 2.6). */
export const isSigner = (party: StepParty): party is Signer => party in signatureOf

/** The column of a party's own signature. */
export const signatureColumn = (party: Signer) => signatureOf[party]

/** Why an agreement cannot be signed, or null: each party signs once, after the preceptor has accepted, while the project goes on (Domain 2.6). */
export function signBlocker(one: Signed, party: StepParty, project: ProjectStatus) {
  if (!isSigner(party)) return refusal('capstone.not_a_signer')
  if (mainStatusIndex(project) < 0) return refusal('capstone.not_now')
  if (one.status !== 'accepted') return refusal('capstone.not_accepted')
  return one[signatureOf[party]] === null ? null : refusal('capstone.signed')
}

/**
 * Why the faculty member cannot sign yet, or null. The student must be cleared for the facility and all
 * days, or a reason is given, same as for assigning students to a shift (Domain 2.6, 2.8).
 */
export function clearanceBlocker(party: StepParty, clearance: ClearanceBrief | null, reason: string | null) {
  const why = party === 'faculty' ? notClearedInWords(clearance) : null
  return why && (reason ?? '').trim().length < 3 ? refusal('capstone.not_cleared', { why }) : null
}

type Span = { start_time: string; end_time: string }

/** Minutes from start to end on the wall clock; an end at or before the start is on the next day. */
export const minutesOf = ({ start_time: start, end_time: end }: Span): number => scheduledMinutes(start, end)

type Planned = { status: ProjectStatus; start_date: PlainDate; end_date: PlainDate }

/** The most hours of a day, whatever the school allows. */
const MOST_HOURS = 16

/** Why a day is too long, or null: the school allows this many hours a day, at most sixteen (Domain 2.6, 2.11). */
function longBlocker(minutes: number, schoolMost: number) {
  const most = Math.min(MOST_HOURS, schoolMost)
  return minutes < 0 || minutes > most * 60 ? refusal('capstone.day_long', { most }) : null
}

/** Why a day cannot be planned, or null: it needs a preceptor, lies within the project, and is not too long (Domain 2.6). */
export function planBlocker(
  project: Planned,
  days: readonly (Span & { date: PlainDate })[],
  most = MOST_HOURS,
) {
  if (project.status !== 'matched' && project.status !== 'active') return refusal('capstone.no_preceptor')
  const outside = days.find(({ date }) => date < project.start_date || project.end_date < date)
  if (outside)
    return refusal('capstone.day_outside', {
      date: outside.date,
      start: project.start_date,
      end: project.end_date,
    })
  return days.reduce<ReturnType<typeof longBlocker>>(
    (found, one) => found ?? longBlocker(minutesOf(one), most),
    null,
  )
}

type Floated = Pick<ProjectDay, 'status' | 'floated_to'>

/**
 * Why floating the preceptor cannot be noted, or null: only on a planned day, by the
 * preceptor, the facility or the school, with the destination (Domain 2.6).
 */
export function floatBlocker(day: Floated, party: StepParty, to: string | null) {
  if (day.status !== 'planned') return refusal('capstone.day_not_planned')
  if (party === 'student') return refusal('capstone.not_now')
  return (to ?? '').trim().length < 2 || to!.length > 120 ? refusal('capstone.unit_missing') : null
}

/**
 * Why a person cannot say that they are ready to go along, or null: only the
 * student and the preceptor of a floated day can (Domain 2.6).
 */
export function readyBlocker(day: Floated & Own, party: StepParty) {
  if (day.status !== 'planned' || day.floated_to === null) return refusal('capstone.day_not_planned')
  return party === 'student'
    ? null
    : party === 'preceptor'
      ? othersDayBlocker(day, party)
      : refusal('capstone.not_now')
}

type Own = Pick<ProjectDay, 'is_own' | 'preceptor_name'>

/** Why a preceptor cannot answer for a day, or null: it is another preceptor's, a substitute's or the one's who is replaced. */
export const othersDayBlocker = (day: Own, party: StepParty) =>
  party === 'preceptor' && !day.is_own
    ? refusal('capstone.day_of_other', { preceptor: day.preceptor_name })
    : null

/** Why a learning goal cannot be marked, or null: only while the student works on it (Domain 2.6). */
export const goalBlocker = (
  { status, learning_goals: goals }: { status: ProjectStatus; learning_goals: readonly unknown[] },
  at: number,
) =>
  at < goals.length && ['approved', 'awaiting_preceptor', 'matched', 'active'].includes(status)
    ? null
    : refusal('capstone.not_now')

type Confirmed = { status: DayStatus; has_ended: boolean; is_signed: boolean } & Pick<
  ProjectDay,
  'floated_to' | 'student_ready_at'
>

/**
 * Why the hours of a day cannot be confirmed, or null: once, after the day is over, by its preceptor, under
 * a signed agreement. A substitute needs no agreement of their own and is covered by the signed one. On a
 * floated day the student must have said that they are ready to go along (Domain 2.6).
 */
export function confirmBlocker(day: Confirmed, minutes: number, most = MOST_HOURS) {
  if (day.status === 'confirmed') return refusal('capstone.confirmed')
  if (day.status !== 'planned') return refusal('capstone.day_not_planned')
  if (!day.has_ended) return refusal('capstone.day_not_over')
  if (!day.is_signed) return refusal('capstone.not_signed')
  if (day.floated_to !== null && day.student_ready_at === null) return refusal('capstone.student_not_ready')
  return longBlocker(minutes, most)
}

/** The number of days a preceptor has to answer (Domain 2.6: seven). */
export const ANSWER_DAYS = 7

/** Why no one can be nominated now, or null: one at a time, while the project needs a preceptor (Domain 2.6). */
export function nominationBlocker(status: ProjectStatus, others: readonly NominationStatus[]) {
  if (status !== 'awaiting_preceptor') return refusal('capstone.not_searching')
  return others.some((one) => one === 'proposed' || one === 'asked' || one === 'accepted')
    ? refusal('capstone.nominated')
    : null
}

type Next = { code: NextStep; names: string }

type NextFacts = Pick<
  Project,
  'status' | 'nominations' | 'days' | 'deliverables' | 'credited_hours' | 'required_hours' | 'faculty_name'
> & { evaluationStatuses: EvaluationStatuses }

/** The student's next step, and whom it is waiting for, if someone else (Domain 2.6). */
export function nextStepOf(project: NextFacts): Next {
  const to = (code: NextStep, names = ''): Next => ({ code, names })
  if (project.status === 'matched' || project.status === 'active') return nextUnderWay(project)
  if (project.status === 'awaiting_preceptor') {
    const asked = project.nominations.find(({ status }) => status === 'asked' || status === 'proposed')
    if (!asked) return to('await_nomination')
    return asked.status === 'asked' ? to('await_answer', asked.preceptor_name) : to('await_agreement')
  }
  const byStatus: Partial<Record<ProjectStatus, NextStep>> = {
    draft: 'submit',
    submitted: 'await_review',
    under_review: 'await_review',
    revisions_requested: 'revise',
    approved: 'await_facility',
    completed: 'done',
    closed: 'done',
  }
  return to(byStatus[project.status] ?? 'ended')
}

function nextUnderWay(project: NextFacts): Next {
  const to = (code: NextStep, names = ''): Next => ({ code, names })
  const current = project.nominations.find(({ status }) => status === 'accepted')
  if (current && !current.student_signed_at) return to('sign')
  if (current && !isSigned(current)) {
    const missing = [
      !current.preceptor_signed_at && current.preceptor_name,
      !current.faculty_signed_at && (project.faculty_name ?? 'your faculty member'),
    ].filter(Boolean)
    return to('await_signatures', missing.join(' and '))
  }
  if (project.days.some(({ status }) => status === 'reschedule')) return to('reschedule')
  if (project.credited_hours < project.required_hours) {
    const over = project.days.find(({ status, has_ended: hasEnded }) => status === 'planned' && hasEnded)
    if (over) return to('await_confirmation', over.preceptor_name)
    return to(project.days.some(({ status }) => status === 'planned') ? 'log_hours' : 'plan')
  }
  if (project.deliverables.some(({ status }) => status === 'open' || status === 'returned'))
    return to('deliver')
  if (project.evaluationStatuses.final === 'missing') return to('await_final', current?.preceptor_name)
  if (project.evaluationStatuses.final === 'submitted') return to('await_verification')
  return to('await_completion')
}
