import { howMany } from '#core/number-text.ts'
import { clockRange } from '#core/clock-time.ts'
import { formatDate, formatRange } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import type { Step } from '#core/steps.ts'
import type { PlanCounts, ShiftPlanStatus } from './contract.ts'
import { weekdayNames } from './rules/weekdays.ts'
import type { Reading, Series, Vocabulary } from './rules/types.ts'

export { countsOf, isBlocked, planned } from './rules/check-items.ts'
export { type GroupFix, groupKey, type IssueGroup, issueGroups } from './rules/group-issues.ts'
export { type PdfText, tableOfPdf } from './rules/pdf-table.ts'
export { rosterText } from './rules/roster.ts'

/** Maximum number of plans per school in 24 hours. */
export const PLANS_A_DAY = 50

const open = ['drafting', 'needs_answers', 'ready', 'failed'] as const satisfies readonly ShiftPlanStatus[]
type Open = (typeof open)[number]
/** True when the text, answers and edits of a plan can still change. */
export const isOpen = (status: ShiftPlanStatus): status is Open =>
  (open as readonly string[]).includes(status)

const step = (
  event: string,
  from: ShiftPlanStatus,
  to: ShiftPlanStatus,
): Step<ShiftPlanStatus, 'school'> => ({ event, from, to, parties: ['school'] })
const read = ['drafting', 'needs_answers', 'ready'] as const
/** All status steps; each server start writes them to `public.transitions`, and the guard refuses any other step. */
export const shiftPlanSteps: readonly Step<ShiftPlanStatus, 'school'>[] = [
  ...open.flatMap((from) => read.filter((to) => to !== from).map((to) => step('read', from, to))),
  ...open.map((from) => step('discard', from, 'discarded')),
  ...read.map((to) => step('resume', 'discarded', to)),
  ...(['ready', 'failed'] as const).map((from) => step('commit', from, 'committed')),
  ...(['drafting', 'needs_answers', 'ready'] as const).map((from) => step('fail', from, 'failed')),
  ...read.map((to) => step('undo', 'committed', to)),
]

/** The status of an open plan: questions first, then whether anything can be drafted. */
export function statusOf({ questions }: Pick<Reading, 'questions'>, counts: PlanCounts): Open {
  if (questions.length > 0) return 'needs_answers'
  return counts.planned > 0 ? 'ready' : 'drafting'
}

/** Why its text, answers and shifts can't be changed, or null. */
export const changeBlocker = (status: ShiftPlanStatus) =>
  isOpen(status) ? null : refusal('shift_plan.settled', { status })

/** Why no drafts can be made of it now, or null. */
export function commitBlocker(plan: {
  status: ShiftPlanStatus
  questions: readonly unknown[]
  counts: PlanCounts
}) {
  if (!isOpen(plan.status)) return refusal('shift_plan.settled', { status: plan.status })
  if (plan.questions.length > 0) return refusal('shift_plan.unanswered', { questions: plan.questions.length })
  return plan.counts.planned === 0 ? refusal('shift_plan.nothing', { blocked: plan.counts.blocked }) : null
}

/** Why its drafts can't be undone, or null: only all of them, while all are still drafts. */
export function undoBlocker(plan: { status: ShiftPlanStatus; no_longer_draft: number }) {
  if (plan.status !== 'committed') return refusal('shift_plan.not_committed')
  return plan.no_longer_draft > 0
    ? refusal('shift_plan.not_all_drafts', { count: plan.no_longer_draft })
    : null
}

const namesOf = (ids: readonly string[], people: Vocabulary['people']): string =>
  ids
    .map((id) => people.find((person) => person.id === id)?.name)
    .filter(Boolean)
    .join(', ')

/** How a series was understood, in one line. */
export function summaryOf(
  series: Series,
  { units, people, preceptors }: Pick<Vocabulary, 'units' | 'people' | 'preceptors'>,
): string {
  const unit = units.find(({ id }) => id === series.unit_id)
  const span = series.from && series.to ? formatRange(series.from, series.to) : null
  const days = series.weekdays.map((day) => `${weekdayNames[day - 1]!.slice(0, 3)}`).join(', ')
  return [
    days
      ? `${everyWords(series.every)}${days}${span ? `, ${span}` : ''}`
      : series.days.length === 0
        ? 'days open'
        : series.days.length <= 4
          ? series.days.map((day) => formatDate(day, 'weekday')).join(', ')
          : `${series.days.length} days`,
    series.start && series.end ? clockRange(series.start, series.end) : 'hours open',
    unit
      ? `${unit.name}${unit.site ? `, ${unit.site}` : ''}`
      : series.experience === 'group'
        ? 'unit open'
        : 'on campus',
    `${series.capacity} ${series.capacity === 1 ? 'seat' : 'seats'}`,
    namesOf(series.proctor_ids, people) || (series.experience === 'precepted' ? '' : 'no instructor yet'),
    series.experience === 'precepted'
      ? `preceptor ${namesOf(series.preceptor_ids, preceptors) || 'open'}`
      : '',
    series.rest === 30 ? '' : series.rest === 0 ? 'no break' : `${series.rest} min break`,
    series.objectives.length > 0 ? howMany(series.objectives.length, 'objective') : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

const everyWords = (weeks: number): string =>
  weeks === 1 ? '' : weeks === 2 ? 'Every other ' : `Every ${weeks} weeks on `

/** "12 drafts would be made; 2 are blocked, 1 is left out." */
export function countWords({ planned, blocked, left_out: out }: PlanCounts): string {
  const rest = [
    ...(blocked > 0
      ? [`${blocked} ${blocked === 1 ? 'is' : 'are'} blocked and stay${blocked === 1 ? 's' : ''} out`]
      : []),
    ...(out > 0 ? [`${out} ${out === 1 ? 'is' : 'are'} left out by you`] : []),
  ]
  return `${howMany(planned, 'draft')} to make${rest.length > 0 ? `; ${rest.join(', ')}` : ''}.`
}
