import { formatClockTime } from '#core/clock-time.ts'
import { formatNumber } from '#core/number-text.ts'
import { addDays, eachDay, formatDate, type PlainDate, weekdayOf } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import { canTransition, type Step } from '#core/steps.ts'
import { isHeldOnCampus } from '#features/shifts/rules.ts'
import type {
  AutomationAction,
  AutomationChange,
  AutomationRule,
  AutomationRun,
  ChangeStatus,
  RuleFields,
  RuleStatus,
  Schedule,
  TemplateFields,
} from './contract.ts'

type Party = 'school'

/** The steps of a rule. Changing an active one makes it a draft again. */
export const ruleSteps: readonly Step<RuleStatus, Party>[] = [
  { event: 'activate', from: 'draft', to: 'active', parties: ['school'] },
  { event: 'pause', from: 'active', to: 'paused', parties: ['school'] },
  { event: 'resume', from: 'paused', to: 'active', parties: ['school'] },
  { event: 'stop', from: 'active', to: 'error', parties: ['school'] },
  { event: 'resume', from: 'error', to: 'active', parties: ['school'] },
  { event: 'pause', from: 'error', to: 'paused', parties: ['school'] },
  { event: 'change', from: 'active', to: 'draft', parties: ['school'] },
  { event: 'change', from: 'paused', to: 'draft', parties: ['school'] },
  { event: 'change', from: 'error', to: 'draft', parties: ['school'] },
]

export const changeSteps: readonly Step<ChangeStatus, Party>[] = [
  { event: 'carry_out', from: 'waiting', to: 'done', parties: ['school'] },
  { event: 'refuse', from: 'waiting', to: 'refused', parties: ['school'] },
  { event: 'accept', from: 'suggested', to: 'done', parties: ['school'] },
  { event: 'dismiss', from: 'suggested', to: 'dismissed', parties: ['school'] },
  { event: 'reopen', from: 'dismissed', to: 'suggested', parties: ['school'] },
  { event: 'undo', from: 'done', to: 'undone', parties: ['school'] },
]

/** True if it can be undone: drafts are removed and seats freed, but what was shown or sent stays. */
export const isReversible = (action: AutomationAction): boolean =>
  action === 'create_from_template' || action === 'assign_to_meet_hours'

export const UNDO_HOURS = 24
/** This many failed runs in a row stop a rule. */
const MAX_FAILURES = 3

/** Why a rule cannot be turned on now, or null. */
export function activateBlocker({ status, tried_at: tried }: Pick<AutomationRule, 'status' | 'tried_at'>) {
  if (!canTransition(ruleSteps, status, 'active', 'school')) return refusal('automation.step', { status })
  return tried === null ? refusal('automation.not_tried') : null
}

/** Why a rule cannot be paused now, or null. */
export const pauseBlocker = ({ status }: Pick<AutomationRule, 'status'>) =>
  canTransition(ruleSteps, status, 'paused', 'school') ? null : refusal('automation.step', { status })

/** Why a rule cannot be deleted, or null: one that has run has a history and is paused instead. */
export function removeBlocker({ status, runs }: Pick<AutomationRule, 'status' | 'runs'>) {
  if (runs > 0) return refusal('automation.has_run')
  return status === 'active' ? refusal('automation.step', { status }) : null
}

/** Why a rule cannot run now, or null: it must be active. */
export const runBlocker = ({ status }: Pick<AutomationRule, 'status'>) =>
  status === 'active' ? null : refusal('automation.not_active')

/** Why a change cannot move to this status now, or null. */
export const changeBlocker = ({ status }: Pick<AutomationChange, 'status'>, to: ChangeStatus) =>
  canTransition(changeSteps, status, to, 'school') ? null : refusal('automation.change_step', { status })

/** Why a rule's change cannot be undone, or null. */
export function undoBlocker(
  { action, status, done_at: at }: Pick<AutomationChange, 'action' | 'status' | 'done_at'>,
  now: string,
) {
  if (status !== 'done' || at === null) return refusal('automation.change_step', { status })
  if (!isReversible(action)) return refusal('automation.cannot_undo')
  return Date.parse(now) - Date.parse(at) > UNDO_HOURS * 3_600_000 ? refusal('automation.undo_over') : null
}

/** Which parts of a rule do not fit together, or null. */
export function ruleBlocker(
  rule: Pick<RuleFields, 'action' | 'mode' | 'template_id' | 'remind_about' | 'event'>,
) {
  if (rule.action === 'create_from_template' && rule.event !== null)
    return refusal('automation.only_scheduled')
  if (rule.action === 'create_from_template' && rule.template_id === null)
    return refusal('automation.no_template')
  if (rule.action === 'remind' && rule.remind_about === null) return refusal('automation.no_reminder')
  return rule.action === 'assign_to_meet_hours' && rule.mode === 'auto'
    ? refusal('automation.only_suggests')
    : null
}

/** The rule without the fields that its action does not use. */
export const normalizeRule = (rule: RuleFields): RuleFields => ({
  ...rule,
  template_id: rule.action === 'create_from_template' ? rule.template_id : null,
  remind_about: rule.action === 'remind' ? rule.remind_about : null,
  to_be_named: rule.action === 'publish_at_release' && rule.to_be_named,
  ...(rule.action === 'create_from_template' && { cohort_id: null, facility_id: null }),
})

/** A schedule as cron: minute, hour, day, month, weekday. */
export function cronOf({ every, time, weekday, day }: Schedule): string {
  const [hour, minute] = time.split(':').map(Number)
  const when = { day: '* * *', weekday: '* * 1-5', week: `* * ${weekday}`, month: `${day} * *` }[every]
  return `${minute} ${hour} ${when}`
}

/** The schedule of a cron string written by `cronOf`. */
export function scheduleOf(cron: string): Schedule {
  const [minute, hour, day, , weekday] = cron.split(' ') as [string, string, string, string, string]
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  const every = day !== '*' ? 'month' : weekday === '*' ? 'day' : weekday === '1-5' ? 'weekday' : 'week'
  return {
    every,
    time,
    weekday: every === 'week' ? Number(weekday) : 1,
    day: every === 'month' ? Number(day) : 1,
  }
}

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
/** The name of a weekday; 1 is Monday. */
export const weekdayName = (weekday: number): string => weekdayNames[weekday - 1] ?? ''
/** The three letters of a weekday: "Mon" for 1. */
export const shortWeekday = (weekday: number): string => weekdayName(weekday).substring(0, 3)

/** "Every Monday at 6:00 AM". */
export function scheduleWords({ every, time, weekday, day }: Schedule): string {
  const when = {
    day: 'Every day',
    weekday: 'Monday to Friday',
    week: `Every ${weekdayName(weekday)}`,
    month: day === 1 ? 'The first of each month' : `Day ${day} of each month`,
  }[every]
  return `${when} at ${formatClockTime(time)}`
}

type Off = { from: PlainDate; to: PlainDate }
type Term = { id: string; start_date: PlainDate; end_date: PlainDate }

/**
 * The days from tomorrow on which a template creates a shift: its weekdays
 * within a semester, without the days off of the school and the unit.
 */
export function templateDays(
  { weekdays }: Pick<TemplateFields, 'weekdays'>,
  {
    today,
    daysAhead,
    terms,
    off,
  }: { today: PlainDate; daysAhead: number; terms: readonly Term[]; off: readonly Off[] },
): { date: PlainDate; semester_id: string }[] {
  return eachDay(addDays(today, 1), addDays(today, daysAhead)).flatMap((date) => {
    const term = terms.find((one) => one.start_date <= date && date <= one.end_date)
    const isOff = off.some(({ from, to }) => from <= date && date <= to)
    return term && !isOff && weekdays.includes(weekdayOf(date)) ? [{ date, semester_id: term.id }] : []
  })
}

/** The result of a run by its changes: all refused is failed, some refused is partial. */
export function runResult({ done, refused }: { done: number; refused: number }): 'ok' | 'partial' | 'failed' {
  if (refused === 0) return 'ok'
  return done === 0 ? 'failed' : 'partial'
}

/** A rule after a run: three failures in a row stop it. */
export function afterRun(
  failures: number,
  result: 'ok' | 'partial' | 'failed',
): { failures: number; isStopped: boolean } {
  if (result !== 'failed') return { failures: 0, isStopped: false }
  return { failures: failures + 1, isStopped: failures + 1 >= MAX_FAILURES }
}

/** True if this person may own a rule of the school: they still administer it. */
export const mayOwn = (
  person: { role: string; status: string; linked_school_id: string | null },
  schoolId: string,
): boolean =>
  person.status === 'active' &&
  (person.role === 'superadmin' ||
    (['school_admin', 'school_super_admin'].includes(person.role) && person.linked_school_id === schoolId))

type Seat = { id: string; free: number; specialty: string; date: PlainDate }
type Need = { student_id: string; gap: number; by_specialty: Readonly<Record<string, number>> }

/** Free seats in the order they are assigned: the earliest shifts first. */
export const earliestFirst = <T extends Seat>(seats: readonly T[]): T[] =>
  seats.toSorted((a, b) => a.date.localeCompare(b.date) || a.id.localeCompare(b.id))

/** The specialties in which someone lacks hours: seats in others help no one. */
export const lackedSpecialties = (needs: readonly Need[]): string[] => [
  ...new Set(
    needs.flatMap(({ by_specialty: of }) => Object.keys(of).filter((specialty) => (of[specialty] ?? 0) > 0)),
  ),
]

/**
 * Whom to consider for a seat: those who lack most hours in its specialty, then those who lack most
 * hours overall. The students left out are removed before the list is cut.
 */
export function studentsForSeat(
  { specialty }: Seat,
  needs: readonly Need[],
  { most, isLeftOut }: { most: number; isLeftOut: (student: string) => boolean },
): string[] {
  const lacks = ({ by_specialty: of }: Need) => of[specialty] ?? 0
  return needs
    .filter((one) => one.gap > 0 && lacks(one) > 0 && !isLeftOut(one.student_id))
    .toSorted((a, b) => lacks(b) - lacks(a) || b.gap - a.gap || a.student_id.localeCompare(b.student_id))
    .slice(0, most)
    .map((one) => one.student_id)
}

/** What started a run, as text. */
export function startWords({
  is_scheduled: isScheduled,
  events,
}: Pick<AutomationRun, 'is_scheduled' | 'events'>): string {
  if (!isScheduled) return 'A person'
  return events === 0 ? 'Schedule' : events === 1 ? '1 event' : `${formatNumber(events)} events`
}

/** What a run did, as text. */
export function runWords({
  status,
  suggested,
  done,
  refused,
}: Pick<AutomationRun, 'status' | 'suggested' | 'done' | 'refused'>): string {
  if (status === 'queued') return 'Waiting to start'
  if (status === 'running') return 'Running'
  const parts = [
    suggested > 0 && `${formatNumber(suggested)} suggested`,
    done > 0 && `${formatNumber(done)} done`,
    refused > 0 && `${formatNumber(refused)} refused`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : 'Nothing to do'
}

/** True if the run is not over yet. */
export const isAtWork = ({ status }: Pick<AutomationRun, 'status'>): boolean =>
  status === 'queued' || status === 'running'

/** The errors of a template by field. */
export function templateProblems(
  template: Pick<TemplateFields, 'start_time' | 'end_time' | 'facility_id' | 'experience_type'>,
): Record<string, string> {
  if (template.start_time === template.end_time)
    return { end_time: 'The end can’t be the same as the start.' }
  return !template.facility_id && !isHeldOnCampus(template.experience_type)
    ? { facility_id: 'Choose a unit: only simulation, skills lab and orientation are held on campus.' }
    : {}
}

/** "Adult Health I, Tue, Dec 8, 2026". */
export const changeLabel = (name: string, date: string): string =>
  `${name}, ${formatDate(date, 'weekday')}`.slice(0, 300)
