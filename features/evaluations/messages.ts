import { notificationText } from '#core/notification-texts.ts'
import { formatDate, type PlainDate } from '#core/plain-date.ts'
import { conflict, invalid, notFound } from '#core/refusal.ts'
import { type ShiftFacts, when, where } from '#core/shift-facts.ts'
import type { AnswerFault } from '#features/instruments/rules.ts'
import type { EvaluationKind, EvaluationStatus } from './contract.ts'
import { kindLabels, statusLabels, withoutInstructor } from './rules.ts'

type AtStatus = { status: EvaluationStatus }
/** The status within a sentence. */
const phrase = (status: EvaluationStatus): string =>
  status === 'assigned' ? 'not written yet' : statusLabels[status].toLowerCase()
const isNow = ({ status }: AtStatus) => `This evaluation is ${phrase(status)}.`

/** Why an evaluation or a plan cannot be written or decided: code → text. */
export const evaluationRefusals = {
  'evaluation.not_found': notFound(() => 'We can’t find that evaluation.'),
  'evaluation.no_student': notFound(() => 'This student was not on this shift of yours.'),
  'evaluation.no_instrument': conflict(
    () => 'Your school has no evaluation form for this. Ask your coordinator.',
  ),
  'evaluation.old_version': conflict(() => 'This evaluation just changed. Reload the page.'),
  'evaluation.not_begun': conflict(() => 'The shift has not begun. Evaluate once it has.'),
  'evaluation.missed': conflict(() => 'You missed this shift. There is nothing to evaluate.'),
  'evaluation.not_of_a_project': invalid(
    () => 'A capstone project has a midterm and a final evaluation.',
    'kind',
  ),
  'evaluation.project_not_active': conflict(
    () => 'A capstone project is evaluated from its first confirmed hours until it ends.',
  ),
  'evaluation.settled': conflict<AtStatus>((at) => `${isNow(at)} It can no longer be changed this way.`),
  'evaluation.unknown_item': invalid<{ code: string }>(
    ({ code }) => `The form has no item ${code}. Reload the page.`,
  ),
  'evaluation.not_a_draft': conflict<AtStatus & { name: string }>(
    ({ name, status }) => `The evaluation of ${name} is ${phrase(status)}. Reload the page.`,
  ),
  'evaluation.not_whole': conflict<{ name: string; faults: { code: string; fault: AnswerFault }[] }>(
    ({ name, faults }) =>
      `The evaluation of ${name} is not complete: ${faults.length === 1 ? '1 item needs' : `${faults.length} items need`} your attention.`,
  ),
  'evaluation.nothing_applies': conflict<{ name: string }>(
    ({ name }) => `Every item about ${name} is marked N/A. Rate at least one.`,
  ),
  'evaluation.answered': conflict<AtStatus>((at) => `${isNow(at)} You can no longer answer it this way.`),
  'evaluation.dispute_reason_missing': invalid(
    () => 'Say what you disagree with. Your school will read it.',
    'reply',
  ),
  'evaluation.reply_missing': invalid(() => 'Write your reply.', 'reply'),
  'evaluation.not_in_queue': conflict<AtStatus>((at) => `${isNow(at)} Reload the page.`),
  'evaluation.needs_a_look': conflict<{ name: string }>(
    ({ name }) =>
      `The evaluation of ${name} needs review: it is disputed or failed a check. Open it to decide.`,
  ),
  'evaluation.reason_missing': invalid(() => 'Give a reason. The people involved will read it.', 'reason'),
  'evaluation.not_amendable': conflict(
    () => 'Only a verified evaluation without a newer version can be amended.',
  ),
  'evaluation.nobody_to_assign': conflict(
    () => 'Everyone who had a shift in this semester already has this evaluation.',
  ),
  'evaluation.no_instructor_left': conflict<{ names: readonly string[] }>(({ names }) =>
    withoutInstructor(names),
  ),
  'feedback.no_shift': notFound(() => 'You can give feedback only on shifts you attended.'),
  'feedback.not_whole': invalid(() => 'Answer every item, or choose N/A.', 'answers'),
  'feedback.given': conflict(
    () => 'You already gave this feedback. It can’t be changed, to keep it anonymous.',
  ),
  'plan.not_found': notFound(() => 'We can’t find that plan.'),
  'plan.not_yours': conflict(() => 'Only the student, the faculty member and the school can sign this plan.'),
  'plan.closed': conflict(() => 'This plan is closed.'),
  'plan.signed': conflict(() => 'This plan was signed. Its actions can no longer be changed.'),
  'plan.not_written': conflict(
    () => 'The faculty member has not written the plan’s actions yet. Sign once they have.',
  ),
  'plan.signed_already': conflict(() => 'You already signed this plan.'),
  'plan.not_signed': conflict(() => 'All three must sign before the plan can be closed.'),
  'plan.note_missing': invalid(() => 'Say what was not met.', 'note'),
}

type Facts = { kind: EvaluationKind; student: string; evaluator: string; semester: string | null }
const ofKind = ({ kind }: Pick<Facts, 'kind'>) =>
  kind === 'shift' ? 'shift evaluation' : `${kindLabels[kind].toLowerCase()} evaluation`
const inSemester = ({ semester }: Facts) => (semester === null ? '' : ` ${semester}.`)

/** Notifications about evaluations: code → text. */
export const notificationTexts = {
  'evaluation.due': notificationText<ShiftFacts & { students: number }>(
    ({ students }) => (students === 1 ? 'An evaluation is due' : `${students} evaluations are due`),
    (shift) => `${where(shift)}, ${when(shift)}.`,
  ),
  'evaluation.overdue': notificationText<{ students: number }>(
    ({ students }) => (students === 1 ? 'An evaluation is overdue' : `${students} evaluations are overdue`),
    () => 'Each takes about three minutes.',
  ),
  'evaluation.instructor_left': notificationText<{ students: number }>(
    ({ students }) =>
      students === 1
        ? 'An evaluation needs another instructor'
        : `${students} evaluations need another instructor`,
    () => 'Their instructor left before writing them. Ask for them again.',
  ),
  'evaluation.assigned': notificationText<Facts & { due: PlainDate }>(
    (facts) => `A ${ofKind(facts)} is due`,
    (facts) => `${facts.student}.${inSemester(facts)} Due ${formatDate(facts.due, 'weekday')}.`,
  ),
  'evaluation.submitted': notificationText<Facts>(
    (facts) => `Your ${ofKind(facts)} is ready`,
    (facts) =>
      `${facts.evaluator} evaluated you.${inSemester(facts)} Read it, then acknowledge or dispute it.`,
  ),
  'evaluation.disputed': notificationText<Facts>(
    (facts) => `${facts.student} disputes a ${ofKind(facts)}`,
    (facts) => `By ${facts.evaluator}.${inSemester(facts)}`,
  ),
  'evaluation.replied': notificationText<Facts>(
    (facts) => `${facts.student} replied to your evaluation`,
    (facts) => `The ${ofKind(facts)}.${inSemester(facts)}`,
  ),
  'evaluation.returned': notificationText<Facts & { reason: string }>(
    (facts) => `A ${ofKind(facts)} was returned to you`,
    (facts) => `${facts.student}: ${facts.reason}`,
  ),
  'evaluation.verified': notificationText<Facts & { reason?: string }>(
    (facts) => `Your ${ofKind(facts)} was verified`,
    // The answer to a student who disputed it.
    (facts) => `By ${facts.evaluator}.${inSemester(facts)}${facts.reason ? ` ${facts.reason}` : ''}`,
  ),
  'evaluation.voided': notificationText<Facts & { reason: string }>(
    (facts) => `A ${ofKind(facts)} was voided`,
    (facts) => `Of ${facts.student} by ${facts.evaluator}: ${facts.reason}`,
  ),
  'plan.opened': notificationText<Facts>(
    (facts) => `A remediation plan opened for ${facts.student}`,
    (facts) => `After the ${ofKind(facts)} by ${facts.evaluator}.${inSemester(facts)}`,
  ),
  'plan.to_sign': notificationText<Facts & { due: PlainDate }>(
    () => 'A remediation plan needs your signature',
    (facts) => `${facts.student}, due ${formatDate(facts.due, 'weekday')}.`,
  ),
  'plan.closed': notificationText<Facts & { result: 'met' | 'not_met' }>(
    ({ result }) => (result === 'met' ? 'Your remediation plan is met' : 'Your remediation plan was not met'),
    (facts) => `After the ${ofKind(facts)} by ${facts.evaluator}.${inSemester(facts)}`,
  ),
}
