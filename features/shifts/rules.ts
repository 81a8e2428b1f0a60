import { formatNumber } from '#core/number-text.ts'
import { type Refusal, refusal } from '#core/refusal.ts'
import { addDays, diffDays, isWithin, type PlainDate, weekdayOf } from '#core/plain-date.ts'
import { agreedStates, editableStates } from '#core/shift-statuses.ts'
import { ofShiftTexts, shiftTextNames } from '#core/shift-texts.ts'
import { isHeldOnCampus } from './rules/campus.ts'
import type {
  BulkAction,
  ExperienceType,
  SeatLimit,
  SeriesPattern,
  ShiftEventName,
  ShiftFields,
  ShiftStatus,
  TrialParty,
} from './contract.ts'
import { type Led, mayNameLater, needsInstructor } from './rules/leaders.ts'

/** Names of statuses, events and kinds of shifts. */
export {
  eventLabels,
  statusLabels,
  statusPhrase,
  nextStepTexts,
  fillLabels,
  nextStepOf,
  experienceLabels,
  signupLabels,
  declineLabels,
  cancelLabels,
  expiryReason,
} from './rules/words.ts'
/** Who leads a shift: its instructors and preceptors, and who takes over from them. */
export {
  needsInstructor,
  instructorsOf,
  preceptorsOf,
  isLedBy,
  asInstructors,
  asPreceptors,
  instructorNames,
  preceptorNames,
  leaderNames,
  mayNameLater,
  instructorBusyBlocker,
  type Successor,
  leadersAfter,
  leaderColumns,
  successorBlocker,
} from './rules/leaders.ts'
/** How many students a shift takes, and what limits it. */
export {
  seatsFor,
  recountedSeats,
  fewSeatsBlocker,
  type CountedLimit,
  type ClosedDay,
  type LimitFacts,
  countedLimits,
  closedWords,
  isRatio,
  ratioLimitWords,
  limitWords,
  wordedLimits,
  limitsFrom,
  effectiveSeats,
  hardLimits,
  hardRoom,
  roomBlocker,
} from './rules/seat-limits.ts'
/** Kinds of shifts without a unit. */
export { isHeldOnCampus } from './rules/campus.ts'
/** What a form says of its fields. */
export { problemsOf } from './rules/problems.ts'
export { seatsTakenBy } from './rules/seats-taken-by.ts'
/** When a fair round is decided. */
export { ROUND_TOO_LATE, roundBlocker } from './rules/round.ts'
/** Alternatives when there is no room. */
export {
  type AlternativeRoom,
  type Candidate,
  alternativeDays,
  freeWindows,
  alternativeRoomText,
} from './rules/alternative-room.ts'
/** What the times of a shift imply: nights, credited hours, clock changes. */
export { isNight, presetBreak, creditedHours, clockChangeNote } from './rules/hours.ts'

/** Who makes a transition: a party, the facility as it closes the unit, only the school's super admin, or the calendar. */
export type Mover = 'school' | 'facility' | 'closing_unit' | 'school_super' | 'system'
export type { ShiftEventName } from './contract.ts'
export type Transition = { event: ShiftEventName; from: ShiftStatus; to: ShiftStatus; who: readonly Mover[] }

const lead = (
  event: ShiftEventName,
  from: readonly ShiftStatus[],
  to: ShiftStatus,
  ...who: Mover[]
): Transition[] => from.map((status) => ({ event, from: status, to, who }))

/**
 * The lifecycle of a shift (Domain 2.4): each event, its statuses before and after, and who may cause it. The database receives this list
 * at each start (public.transitions) and refuses everything else. The lifecycle pages show this list and compare the two.
 */
export const shiftMachine: readonly Transition[] = [
  ...lead('submit', ['draft', 'postponed'], 'pending_facility', 'school'),
  ...lead('agree', ['draft', 'postponed'], 'approved', 'system'),
  ...lead('approve', ['pending_facility'], 'approved', 'facility'),
  ...lead('ask', ['pending_facility'], 'needs_info', 'facility'),
  ...lead('answer', ['needs_info'], 'pending_facility', 'school'),
  ...lead('counter', ['pending_facility'], 'countered', 'facility'),
  ...lead('accept_counter', ['countered'], 'approved', 'school'),
  ...lead('decline_counter', ['countered'], 'declined', 'school'),
  ...lead('decline', ['pending_facility'], 'declined', 'facility'),
  ...lead('expire', ['pending_facility', 'needs_info', 'countered', 'approved'], 'expired', 'system'),
  ...lead('withdraw', ['draft'], 'withdrawn', 'school'),
  ...lead(
    'withdraw',
    ['pending_facility', 'needs_info', 'countered'],
    'withdrawn',
    'school',
    'closing_unit',
    'system',
  ),
  ...lead('publish', ['approved'], 'published', 'school', 'system'),
  ...lead('fill', ['published'], 'full', 'system'),
  ...lead('free', ['full'], 'published', 'system'),
  ...lead('start', ['published', 'full'], 'in_progress', 'system'),
  ...lead('complete', ['in_progress'], 'completed', 'system'),
  ...lead('close', ['completed'], 'closed', 'school', 'system'),
  ...lead('reopen', ['closed'], 'completed', 'school_super'),
  ...lead('postpone', ['approved', 'published', 'full'], 'postponed', 'school', 'facility'),
  ...lead(
    'cancel',
    ['approved', 'published', 'full', 'postponed'],
    'cancelled',
    'school',
    'facility',
    'system',
  ),
]

/** The status that the event leads to from this one, or null if it isn't possible. */
export function nextStatus(status: ShiftStatus, event: ShiftEventName): ShiftStatus | null {
  return shiftMachine.find((step) => step.event === event && step.from === status)?.to ?? null
}

/**
 * True if this party may cause the event in this status. The superadmin ('platform') may do what either party may; no one may cause the
 * calendar's events. Screens and the database use the same rule.
 */
export function mayMove(
  status: ShiftStatus,
  event: ShiftEventName,
  party: 'school' | 'facility' | 'platform' | null,
  isSchoolSuper = false,
  machine: readonly Transition[] = shiftMachine,
): boolean {
  const step = machine.find((one) => one.event === event && one.from === status)
  if (!step || party === null) return false
  if (party === 'platform') return step.who.some((who) => who !== 'system')
  return (
    step.who.includes(party) || (isSchoolSuper && party === 'school' && step.who.includes('school_super'))
  )
}

/** Whom an actor speaks for: the school, the facility, or both as the superadmin. */
export type Party = 'school' | 'facility' | 'platform'

/** Events that a superadmin decides for one of the parties, who read the reason. */
const decidesForOthers: readonly ShiftEventName[] = [
  'approve',
  'decline',
  'ask',
  'counter',
  'cancel',
  'postpone',
  'reopen',
]

/**
 * Why this party may not cause the event now, or null: it isn't possible in this status, it is for others, or the superadmin who decides
 * for others gave no reason.
 */
export function moveBlocker(
  status: ShiftStatus,
  event: ShiftEventName,
  { party, isSchoolSuper, reason }: { party: Party; isSchoolSuper: boolean; reason: string | null },
):
  | Refusal<'shift.not_now', { status: ShiftStatus }>
  | Refusal<'shift.others_decide', { parties: readonly Mover[] }>
  | Refusal<'shift.say_why_for_others'>
  | null {
  const step = shiftMachine.find((one) => one.event === event && one.from === status)
  if (!step) return refusal('shift.not_now', { status })
  if (!mayMove(status, event, party, isSchoolSuper))
    return refusal('shift.others_decide', { parties: step.who })
  if (party === 'platform' && decidesForOthers.includes(event) && !hasReason(reason))
    return refusal('shift.say_why_for_others')
  return null
}

/** True if the reason has at least three characters. */
export const hasReason = (reason: string | null): boolean => (reason ?? '').trim().length >= 3

/** The status that the event leads to when this party causes it, or null; by the rules, or by the transitions that PostgreSQL has. */
export function statusAfterEvent(
  status: ShiftStatus,
  event: ShiftEventName,
  party: TrialParty,
  machine: readonly Transition[] = shiftMachine,
): ShiftStatus | null {
  const step = machine.find((one) => one.event === event && one.from === status)
  const may =
    party === 'system'
      ? step?.who.includes('system')
      : mayMove(status, event, partyOf(party), party === 'school_super', machine)
  return may ? step!.to : null
}

function partyOf(party: TrialParty): 'school' | 'facility' | 'platform' | null {
  if (party === 'school_super') return 'school'
  return party === 'school' || party === 'facility' || party === 'platform' ? party : null
}

/** Names of those who cause events, for display. */
export const moverLabels: Record<Mover, string> = {
  school: 'School',
  facility: 'Facility',
  closing_unit: 'Facility, as it closes the unit',
  school_super: 'School super admin',
  system: 'Calendar',
}

/** Why a shift can't be published yet, or null. `now` and `starts_at` are instants in ISO 8601. */
export function publishBlocker(
  shift: Led & { starts_at: string },
  { now, schoolAllows, toBeNamed }: { now: string; schoolAllows: boolean; toBeNamed: boolean },
) {
  if (Date.parse(shift.starts_at) <= Date.parse(now)) return refusal('shift.begun')
  if (!needsInstructor(shift)) return null
  if (shift.experience_type === 'precepted') return refusal('shift.needs_preceptor')
  if (!mayNameLater(shift, schoolAllows)) return refusal('shift.needs_named_instructor')
  return toBeNamed ? null : refusal('shift.needs_instructor')
}

/**
 * Until when a student may drop a seat without asking: this many hours before the start (the school's drop_cutoff_h), as an ISO instant.
 */
export const dropCutoff = (startsAt: string, hours: number): string =>
  new Date(Date.parse(startsAt) - hours * 3_600_000).toISOString()

/** The fields of a plan: they are compared, shown in the trail, and sent to the people on the shift. */
export const planFields = [
  ...shiftTextNames,
  'semester_id',
  'date',
  'start_time',
  'end_time',
  'facility_id',
  'specialty',
  'experience_type',
  'capacity',
  'min_to_run',
  'break_min',
  'conference_min',
  'credited_hours_override',
  'cohort_ids',
  'objectives',
  'proctor_id',
  'preceptor_id',
  'more_proctor_ids',
  'more_preceptor_ids',
  'signup_mode',
  'signup_policy',
  'signup_opens_at',
  'signup_closes_at',
] as const satisfies readonly (keyof ShiftFields)[]
export type PlanField = (typeof planFields)[number]
/** A requested plan: its fields, the time zone of its unit, and its instants (ISO 8601). */
export type ShiftPlan = ShiftFields & { time_zone: string; starts_at: string; ends_at: string }

/** Fields whose change moves the shift, and fields whose change needs the facility's agreement again. */
export const movingFields: readonly PlanField[] = ['date', 'start_time', 'end_time', 'facility_id']
const agreedFields: readonly PlanField[] = [...movingFields, 'capacity', 'experience_type']
/** Who leads a shift. */
export const leaderFields: readonly PlanField[] = [
  'proctor_id',
  'more_proctor_ids',
  'preceptor_id',
  'more_preceptor_ids',
]

/** The fields of a plan that differ. The reason for the credited hours belongs to the hours. */
export function planDifference(before: ShiftFields, after: ShiftFields): PlanField[] {
  return planFields.filter(
    (field) =>
      field !== 'credited_hours_reason' && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
}

/** The defaults of a new shift. */
export const newShift: Omit<
  ShiftFields,
  | 'semester_id'
  | 'date'
  | 'start_time'
  | 'end_time'
  | 'facility_id'
  | 'specialty'
  | 'experience_type'
  | 'capacity'
> = {
  ...ofShiftTexts(() => null),
  min_to_run: 1,
  break_min: 30,
  conference_min: 0,
  credited_hours_override: null,
  cohort_ids: [],
  objectives: [],
  proctor_id: null,
  preceptor_id: null,
  more_proctor_ids: [],
  more_preceptor_ids: [],
  signup_mode: 'assigned',
  signup_policy: 'first_come',
  signup_opens_at: null,
  signup_closes_at: null,
}

/** The parts of a semester that a plan needs. */
export type Term = { name: string; start_date: PlainDate; end_date: PlainDate; archived_at: string | null }

/**
 * What is wrong with a plan, or null. The semester is null if the school has none with that id; the other facts concern the school's
 * people. A shift that keeps its day and semester may be outside of the semester, whose dates changed since.
 */
export function planBlocker(
  plan: ShiftFields,
  facts: { term: Term | null; hasForeignCohort: boolean; proctorIsActive: boolean; isPreceptor: boolean },
  { keepsDay = false } = {},
) {
  const { term } = facts
  if (plan.start_time === plan.end_time) return refusal('shift.no_length')
  if (!term) return refusal('shift.no_semester')
  if (term.archived_at) return refusal('shift.semester_archived', { semester: term.name })
  if (!keepsDay && !isWithin(plan.date, term.start_date, term.end_date))
    return refusal('shift.outside_semester', {
      semester: term.name,
      from: term.start_date,
      to: term.end_date,
      date: plan.date,
    })
  if (facts.hasForeignCohort) return refusal('shift.foreign_cohort')
  if (!facts.proctorIsActive) return refusal('shift.no_such_instructor')
  if (!facts.isPreceptor) return refusal('shift.no_such_preceptor')
  if (plan.credited_hours_override !== null && !plan.credited_hours_reason)
    return refusal('shift.no_credit_reason')
  if (plan.signup_opens_at && plan.signup_closes_at && plan.signup_closes_at <= plan.signup_opens_at)
    return refusal('shift.signup_closes_first')
  if (plan.signup_policy === 'fair_round' && plan.signup_mode !== 'assigned' && !plan.signup_closes_at)
    return refusal('shift.fair_round_without_end')
  return null
}

/** The fields of a plan that say when a fair round is decided, and when the shift begins. */
export const roundFields: readonly PlanField[] = [
  'date',
  'start_time',
  'signup_mode',
  'signup_policy',
  'signup_closes_at',
]

/** The approved seats of an agreed plan: all requested seats, or the number approved before if the request is unchanged. */
export const approvedAfter = (
  before: { capacity: number; approved_capacity: number | null },
  after: { capacity: number },
): number =>
  before.capacity === after.capacity
    ? Math.min(after.capacity, before.approved_capacity ?? after.capacity)
    : after.capacity

/** True if a campus shift now has a unit, or a kind that is not held on campus: it must be submitted, because no facility agreed to it. */
export const leavesCampus = (
  before: Pick<ShiftFields, 'facility_id'>,
  after: Pick<ShiftFields, 'facility_id' | 'experience_type'>,
): boolean =>
  before.facility_id === null && (after.facility_id !== null || !isHeldOnCampus(after.experience_type))

/** Why the school may not change these fields now, or null. The people on the shift read the reason for the change. */
export function changeBlocker(
  before: ShiftFields & { status: ShiftStatus },
  after: ShiftFields,
  { party, reason }: { party: Party; reason: string | null },
) {
  const changed = planDifference(before, after)
  const concerns = (fields: readonly PlanField[]) => changed.some((field) => fields.includes(field))
  if (party === 'facility') return refusal('shift.school_plans')
  if (!editableStates.includes(before.status)) return refusal('shift.stays', { status: before.status })
  if (!agreedStates.includes(before.status)) return null
  if (before.facility_id !== null && concerns(agreedFields)) return refusal('shift.both_agreed')
  if (leavesCampus(before, after)) return refusal('shift.leaves_campus')
  if (!hasReason(reason) && concerns([...leaderFields, 'date', 'start_time', 'end_time']))
    return refusal('shift.say_why', { sentence: 'Students count on this shift: explain why it changes.' })
  return null
}

/** Why credited hours can't be corrected now, or null. The school may correct them from the shift's end until its hours are final. */
export function creditBlocker(
  shift: { status: ShiftStatus; credited_hours: number | string | null },
  { party, hours }: { party: Party; hours: number },
) {
  if (party === 'facility') return refusal('shift.school_plans')
  if (shift.status !== 'completed') return refusal('shift.credit_not_now', { status: shift.status })
  return Number(shift.credited_hours) === hours ? refusal('shift.credit_same') : null
}

/** True while the request has no answer; a new unit is then sent to its facility automatically. */
export const isAskedFor = (status: ShiftStatus): boolean =>
  status === 'pending_facility' || status === 'needs_info'

/**
 * True if the facility has to answer again after this change: any change answers its question (Domain 2.4), and a new time, unit or number of
 * seats changes what it was asked for.
 */
export const isAskedAnew = (status: ShiftStatus, changed: readonly PlanField[]): boolean =>
  status === 'needs_info' ||
  (status === 'pending_facility' && changed.some((field) => agreedFields.includes(field)))

/** Why a draft or a postponed shift can't be sent to the facility, or null. `now` is an ISO instant. */
export function submitBlocker(
  shift: { starts_at: string; facility_id: string | null; experience_type: ExperienceType },
  now: string,
) {
  if (Date.parse(shift.starts_at) <= Date.parse(now)) return refusal('shift.in_the_past')
  if (shift.facility_id === null && !isHeldOnCampus(shift.experience_type)) return refusal('shift.needs_unit')
  return null
}

/** Why the shift can't be deleted, or null for a draft that only the school has seen. */
export const removeBlocker = (shift: { status: ShiftStatus; submitted_at: string | null }) =>
  shift.status !== 'draft' || shift.submitted_at !== null ? refusal('shift.not_a_draft') : null

/** Why a new time is refused to this party, or null: so many students on the shift are busy then or need rest after a night. */
export const busyBlocker = (busy: number, by: Party = 'school') =>
  busy > 0 ? refusal('shift.students_busy', { busy, by }) : null

/** A student on a shift who is away that day: on leave, or gone after an early last day. */
export type Away = { name: string; last_day: PlainDate | null }

/** Why a shift can't be on a day, or null: students on it are on leave or have left by then. */
export const awayBlocker = (away: Away[]) =>
  away.length > 0 ? refusal('shift.students_away', { away }) : null

/** The parts of a shift's unit that decide whether students can be placed there. */
export type UnitOfShift = { name: string; kind: string; status: string }

/** Why no one can be placed there that day, or null: not a unit, paused or closed, or closed to students that day. */
export function unitBlocker(unit: UnitOfShift | null, limits: readonly SeatLimit[]) {
  if (!unit) return null
  if (unit.kind !== 'unit') return refusal('shift.no_unit')
  if (unit.status !== 'active')
    return refusal('shift.unit_not_active', { name: unit.name, status: unit.status })
  const closed = limits.find(({ limit_name: name }) => name === 'closed')
  return closed ? refusal('shift.closed_day', { why: closed.why }) : null
}

/** A unit that an upcoming shift could be moved to. */
export type UnitToMoveTo = UnitOfShift & {
  exclusive_school: boolean
  max_students_per_shift: number
  capacity_windows: readonly { from: PlainDate; to: PlainDate; max: number }[]
  blackout: readonly { from: PlainDate; to: PlainDate }[]
}

/**
 * Why an upcoming shift doesn't fit into another unit, given what is `there` at its time, or null: closed, reserved by another school, or
 * full.
 */
export function fitBlocker(
  { date, capacity }: { date: PlainDate; capacity: number },
  unit: UnitToMoveTo,
  there: { seats: number; has_others: boolean },
) {
  const isThen = ({ from, to }: { from: PlainDate; to: PlainDate }): boolean => isWithin(date, from, to)
  const { capacity_windows: windows } = unit
  const inWindow =
    windows.length === 0 ? Infinity : Math.max(0, ...windows.filter(isThen).map(({ max }) => max))
  const refused = (blocker: 'blackout' | 'exclusive' | 'no_room') =>
    refusal('shift_ahead.no_fit', { date, unit: unit.name, seats: capacity, blocker })
  if (unit.blackout.some(isThen)) return refused('blackout')
  if (unit.exclusive_school && there.has_others) return refused('exclusive')
  const most = Math.min(unit.max_students_per_shift, inWindow)
  return capacity + there.seats > most ? refused('no_room') : null
}

/** The days of a weekly pattern, in order: its weekdays in every nth week from the first day to the last, without skipped days. */
export function seriesDates(pattern: SeriesPattern): PlainDate[] {
  const skipped = new Set(pattern.skipped.map(({ date }) => date))
  // Weeks are counted from the Monday of the first week.
  const monday = addDays(pattern.from, 1 - weekdayOf(pattern.from))
  const dates: PlainDate[] = []
  for (let date = pattern.from; date <= pattern.to; date = addDays(date, 1)) {
    if (!pattern.weekdays.includes(weekdayOf(date)) || skipped.has(date)) continue
    if (Math.floor(diffDays(monday, date) / 7) % pattern.every_weeks === 0) dates.push(date)
  }
  return dates
}

/** The most shifts in one series: a year of weekdays. */
export const MAX_SERIES = 370

/** True if the filter names one school, facility or day, so that the shifts are few enough to sort by free seats. */
export function maySortBySeats(filter: {
  school_id?: string | undefined
  semester_id?: string | undefined
  facility_id?: string | undefined
  here?: boolean | undefined
  from?: PlainDate | undefined
  to?: PlainDate | undefined
}): boolean {
  if (filter.school_id || filter.semester_id || filter.facility_id || filter.here) return true
  return Boolean(filter.from && filter.from === filter.to)
}

const bulkVerbs: Record<BulkAction, string> = {
  submit: 'Submit',
  publish: 'Publish',
  withdraw: 'Withdraw',
  cancel: 'Cancel',
  remove: 'Delete',
  approve: 'Approve',
  decline: 'Decline',
  substitute: 'Reassign',
  move: 'Move',
}
/** The title of a bulk job: "Publish 400 shifts", or for a trial "Check 400 shifts: publish". */
export function bulkTitle(action: BulkAction, count: number, isTrial: boolean): string {
  const shifts = `${formatNumber(count)} ${count === 1 ? 'shift' : 'shifts'}`
  return isTrial ? `Check ${shifts}: ${bulkVerbs[action].toLowerCase()}` : `${bulkVerbs[action]} ${shifts}`
}

/** Up to this many shifts a bulk action runs immediately; more become a job with progress. */
export const BULK_AT_ONCE = 20
/** The most shifts in one job. */
export const MAX_IN_BULK = 5_000

/** True if the action is available in bulk. */
export const isBulkAction = (name: string): name is BulkAction => name in bulkVerbs
