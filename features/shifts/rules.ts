import { specialtyLabels } from '#core/specialties.ts'
import { type ClockTime, isOvernight, scheduledMinutes } from '#core/clock-time.ts'
import { formatNumber } from '#core/number-text.ts'
import { type Refusal, refusal } from '#core/refusal.ts'
import {
  addDays,
  comparePlainDates,
  diffDays,
  formatDate,
  isWithin,
  type PlainDate,
  weekdayOf,
} from '#core/plain-date.ts'
import type { CreditRule } from '#core/school-settings.ts'
import { ofShiftTexts, shiftTextNames } from '#core/shift-texts.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import { type CoverFacts, coverWords } from '#features/partnerships/rules.ts'
import type {
  BulkAction,
  CancelCode,
  DeclineCode,
  ExperienceType,
  SeatLimit,
  SeriesPattern,
  ShiftEventName,
  ShiftFields,
  ShiftRow,
  ShiftStatus,
  SignupMode,
  TrialParty,
} from './contract.ts'

/** Who makes a transition: a party, the facility as it closes the unit, the school's super admin alone, or the calendar. */
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
 * The life of a shift (Domain 2.4): which event leads from where to where, and who brings it about. The database gets this
 * list at each start (public.transitions) and refuses everything else. The lifecycle pages draw this one and compare both.
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

/** Where the event leads from this state, or null when it is not possible there. */
export function nextStatus(status: ShiftStatus, event: ShiftEventName): ShiftStatus | null {
  return shiftMachine.find((step) => step.event === event && step.from === status)?.to ?? null
}

/**
 * May this party bring the event about in this state? The superadmin ('platform') may whatever a person of either party may; the
 * calendar's events are no one's. The screen offers by the same rule that the database refuses by.
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

/** For whom a person speaks who acts on a shift: its school, the facility, or both as the superadmin. */
export type Party = 'school' | 'facility' | 'platform'

/** What a superadmin decides instead of one of the parties, who read why. */
const decidesForOthers: readonly ShiftEventName[] = [
  'approve', 'decline', 'ask', 'counter', 'cancel', 'postpone', 'reopen',
] // prettier-ignore

/**
 * Why this party may not bring the event about now, or null: it is not possible in this status, it is for others to do, or the
 * superadmin who decides for others did not say why.
 */
export function moveRefusal(
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
  if (party === 'platform' && decidesForOthers.includes(event) && !saysWhy(reason))
    return refusal('shift.say_why_for_others')
  return null
}

/** Is this a reason that someone can read: three characters or more? */
export const saysWhy = (reason: string | null): boolean => (reason ?? '').trim().length >= 3

/** Where the event leads when this party brings it about in this status, or null: by the rules, or by the steps that PostgreSQL has. */
export function ledTo(
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

/** States in which the students whom it is for find the shift (policy students_see_published). */
export const studentStates: readonly ShiftStatus[] = [
  'published', 'full', 'in_progress', 'completed', 'closed',
] // prettier-ignore

/** What an event is called where someone brings it about. */
export const eventWords: Record<ShiftEventName, string> = {
  submit: 'Submit',
  agree: 'Approve under the agreement',
  approve: 'Approve',
  ask: 'Ask the school',
  answer: 'Answer',
  counter: 'Suggest a change',
  accept_counter: 'Accept proposal',
  decline_counter: 'Decline proposal',
  decline: 'Decline',
  expire: 'Run out',
  withdraw: 'Withdraw',
  publish: 'Publish',
  fill: 'Become full',
  free: 'Have a seat again',
  start: 'Begin',
  complete: 'End',
  close: 'Close',
  reopen: 'Reopen',
  postpone: 'Postpone',
  cancel: 'Cancel shift',
}
/** Who brings events about, as people read it. */
export const moverWords: Record<Mover, string> = {
  school: 'School',
  facility: 'Facility',
  closing_unit: 'Facility, as it closes the unit',
  school_super: 'School super admin',
  system: 'Calendar',
}

/** States of which nothing leads on by itself: what is asked again starts from a copy. */
export const endStates: readonly ShiftStatus[] = ['declined', 'withdrawn', 'expired', 'cancelled']
/** States in which students and seats are counted on. */
export const liveStates: readonly ShiftStatus[] = ['approved', 'published', 'full', 'in_progress']

/** What people call each state. */
export const statusWords: Record<ShiftStatus, string> = {
  draft: 'Draft',
  pending_facility: 'Waiting for facility',
  needs_info: 'Question asked',
  countered: 'Counteroffer',
  declined: 'Declined',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
  approved: 'Approved',
  published: 'Published',
  full: 'Full',
  in_progress: 'In progress',
  completed: 'Completed',
  closed: 'Closed',
  postponed: 'Postponed',
  cancelled: 'Canceled',
}

const statusPhrases: Partial<Record<ShiftStatus, string>> = {
  pending_facility: 'waiting for the facility',
  needs_info: 'waiting for an answer of the school',
  countered: 'waiting for the school, which has another proposal',
  in_progress: 'under way',
}
/** A status within a sentence: "waiting for the facility" (domain 2.4). */
export const statusPhrase = (status: ShiftStatus): string =>
  statusPhrases[status] ?? statusWords[status].toLowerCase()

/** What comes next in each state, for whom: the answer to "what now?". */
export const whatNow: Record<ShiftStatus, { school: string; facility: string }> = {
  draft: { school: 'Submit it to the facility.', facility: '' },
  pending_facility: {
    school: 'The facility answers.',
    facility: 'Approve it, ask, propose something else, or decline.',
  },
  needs_info: { school: 'Reply to the facility’s question.', facility: 'The school answers your question.' },
  countered: {
    school: 'Accept the facility’s proposal, or decline it.',
    facility: 'The school answers your proposal.',
  },
  declined: { school: 'Copy it and resubmit with other terms.', facility: 'Nothing: you declined it.' },
  expired: { school: 'Copy it to resubmit.', facility: 'Nothing: it was not answered in time.' },
  withdrawn: { school: 'Copy it to resubmit.', facility: 'Nothing: the school took it back.' },
  approved: {
    school: 'Name an instructor and publish it.',
    facility: 'The school publishes it to its students.',
  },
  published: { school: 'Open seats can be filled.', facility: 'Seats are being filled.' },
  full: { school: 'All seats are taken.', facility: 'All seats are taken.' },
  in_progress: { school: 'It is under way.', facility: 'It is under way.' },
  completed: {
    school: 'It closes automatically when the semester’s hours are locked.',
    facility: 'It has taken place.',
  },
  closed: { school: 'Its hours are final.', facility: 'It has taken place.' },
  postponed: { school: 'Give it a new date and submit it again.', facility: 'The school finds a new date.' },
  cancelled: { school: 'Students who lost hours are in Make-ups.', facility: 'It does not take place.' },
}

/** How the school fills the seats of a published shift, by who gives them (domain §2.4). */
export const fillWords: Record<SignupMode, string> = {
  assigned: 'Assign students to this shift.',
  self_signup: 'Students take seats, or you assign them.',
  request: 'Students ask for seats, or you assign them.',
}

/** What comes next for a party on the page of a shift; while seats are open it depends on who gives them. */
export function nextStepOf(
  { status, signup_mode: mode }: Pick<ShiftRow, 'status' | 'signup_mode'>,
  party: 'school' | 'facility',
): string {
  return status === 'published' && party === 'school' ? fillWords[mode] : whatNow[status][party]
}

export const experienceWords: Record<ExperienceType, string> = {
  group: 'Clinical group',
  precepted: 'Precepted',
  observation: 'Observation',
  simulation: 'Simulation',
  skills_lab: 'Skills lab',
  community: 'Community',
  orientation: 'Orientation',
  makeup: 'Make-up',
}
export const signupWords: Record<SignupMode, string> = {
  assigned: 'The school assigns the seats',
  self_signup: 'Student self-sign-up',
  request: 'Students ask, the school decides',
}
export const declineWords: Record<DeclineCode, string> = {
  no_capacity: 'No capacity',
  other_school_holds_unit: 'Another school has the unit',
  staffing: 'Not enough staff',
  census: 'Too few patients',
  construction_or_system_change: 'Construction or system change',
  late_request: 'Asked too late',
  no_agreement: 'No agreement covers it',
  not_suitable: 'Not suitable',
}
export const cancelWords: Record<CancelCode, string> = {
  low_enrolment: 'Underfilled',
  instructor_unavailable: 'Instructor unavailable',
  unit_unavailable: 'Unit unavailable',
  weather: 'Weather',
  safety: 'Safety',
  school_calendar: 'School calendar',
  agreement_ended: 'The agreement ended',
  other: 'Other',
}

type Led = { experience_type: ExperienceType; proctor_id: string | null; preceptor_id: string | null }

/**
 * Is no one named who must lead the shift? Observation and orientation need no one; a preceptor alone leads a precepted shift only.
 * The same rule as `needsInstructorIn` (server/queries/in-sql.ts), which the dashboard counts by; a test compares them.
 */
export function needsInstructor({ experience_type: kind, proctor_id, preceptor_id }: Led): boolean {
  if (kind === 'observation' || kind === 'orientation') return false
  return proctor_id === null && (kind !== 'precepted' || preceptor_id === null)
}

type Leaders = Pick<ShiftFields, 'proctor_id' | 'more_proctor_ids' | 'preceptor_id' | 'more_preceptor_ids'>
const firstAndMore = <Id>(first: Id | null, more: readonly Id[]): Id[] =>
  first === null ? [...more] : [first, ...more]

/** The instructors of a shift, the first of them first. Every rule about who instructs asks this, as app.instructors_of does. */
export const instructorsOf = (shift: Pick<Leaders, 'proctor_id' | 'more_proctor_ids'>): string[] =>
  firstAndMore(shift.proctor_id, shift.more_proctor_ids)
/** The preceptors of a shift, the first of them first. */
export const preceptorsOf = (shift: Pick<Leaders, 'preceptor_id' | 'more_preceptor_ids'>): string[] =>
  firstAndMore(shift.preceptor_id, shift.more_preceptor_ids)
/** Does this person lead the shift, as an instructor or a preceptor? */
export const isLedBy = (shift: Leaders, person: string): boolean =>
  instructorsOf(shift).includes(person) || preceptorsOf(shift).includes(person)

/** The instructors as the fields of a shift have them: each once, the first by itself. */
export function asInstructors(people: readonly string[]) {
  const [first = null, ...more] = new Set(people)
  return { proctor_id: first, more_proctor_ids: more }
}
/** The preceptors as the fields of a shift have them. */
export function asPreceptors(people: readonly string[]) {
  const [first = null, ...more] = new Set(people)
  return { preceptor_id: first, more_preceptor_ids: more }
}

type Names = Pick<ShiftRow, 'proctor_name' | 'more_proctor_names' | 'preceptor_name' | 'more_preceptor_names'>
const named = (people: readonly string[]): string | null => (people.length > 0 ? people.join(', ') : null)
/** The names of the instructors, or null while there is none. */
export const instructorNames = (shift: Pick<Names, 'proctor_name' | 'more_proctor_names'>): string | null =>
  named(firstAndMore(shift.proctor_name, shift.more_proctor_names))
/** The names of the preceptors, or null while there is none. */
export const preceptorNames = (
  shift: Pick<Names, 'preceptor_name' | 'more_preceptor_names'>,
): string | null => named(firstAndMore(shift.preceptor_name, shift.more_preceptor_names))
/** Who leads the shift, by name: its instructors; its preceptors where it has none. */
export const leaderNames = (shift: Names): string | null => instructorNames(shift) ?? preceptorNames(shift)

/** May the shift be published with its instructor to be named, if the school's setting publish_without_instructor is so? */
export function mayNameLater(shift: Led, schoolAllows: boolean): boolean {
  return schoolAllows && shift.experience_type !== 'precepted' && needsInstructor(shift)
}

/** Why a shift cannot be shown to students yet, or null. `now` and `starts_at` are instants in ISO 8601. */
export function publishRefusal(
  shift: Led & { starts_at: string },
  { now, schoolAllows, toBeNamed }: { now: string; schoolAllows: boolean; toBeNamed: boolean },
) {
  if (Date.parse(shift.starts_at) <= Date.parse(now)) return refusal('shift.begun')
  if (!needsInstructor(shift)) return null
  if (shift.experience_type === 'precepted') return refusal('shift.needs_preceptor')
  if (!mayNameLater(shift, schoolAllows)) return refusal('shift.needs_named_instructor')
  return toBeNamed ? null : refusal('shift.needs_instructor')
}

/** Until when a seat is given up without asking: so many hours before the start (the school's drop_cutoff_h), as an ISO instant. */
export const dropCutoff = (startsAt: string, hours: number): string =>
  new Date(Date.parse(startsAt) - hours * 3_600_000).toISOString()

/** The fields of a shift that make its plan: what is compared, shown in the trail, and sent to those on it. */
export const planFields = [
  ...shiftTextNames, 'semester_id', 'date', 'start_time', 'end_time', 'facility_id', 'specialty', 'experience_type', 'capacity',
  'min_to_run', 'break_min', 'conference_min', 'credited_hours_override', 'cohort_ids', 'objectives',
  'proctor_id', 'preceptor_id', 'more_proctor_ids', 'more_preceptor_ids', 'signup_mode', 'signup_policy', 'signup_opens_at', 'signup_closes_at',
] as const satisfies readonly (keyof ShiftFields)[] // prettier-ignore
export type PlanField = (typeof planFields)[number]
/** What a shift is asked to be: its fields, with the time zone of its unit and the instants that follow (ISO 8601). */
export type ShiftPlan = ShiftFields & { time_zone: string; starts_at: string; ends_at: string }

/** What makes another time or unit of a shift, and what makes another request to its facility. */
export const movingFields: readonly PlanField[] = ['date', 'start_time', 'end_time', 'facility_id']
export const agreedFields: readonly PlanField[] = [...movingFields, 'capacity', 'experience_type']
/** Who leads a shift. */
export const leaderFields: readonly PlanField[] = [
  'proctor_id', 'more_proctor_ids', 'preceptor_id', 'more_preceptor_ids',
] // prettier-ignore

/** Which fields of a plan differ. Why other hours are credited goes with the hours. */
export function planDifference(before: ShiftFields, after: ShiftFields): PlanField[] {
  return planFields.filter(
    (field) =>
      field !== 'credited_hours_reason' && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  )
}

/** Why a shift of this status expires, as its page says. */
export const expiryReason = (status: ShiftStatus): string =>
  status === 'approved'
    ? 'It was not published before it began.'
    : `The ${status === 'pending_facility' ? 'facility' : 'school'} did not answer in time.`

/** What a shift is where no one said otherwise. */
export const newShift: Omit<
  ShiftFields,
  'semester_id' | 'date' | 'start_time' | 'end_time' | 'facility_id' | 'specialty' | 'experience_type' | 'capacity'
> = {
  ...ofShiftTexts(() => null), min_to_run: 1, break_min: 30, conference_min: 0, credited_hours_override: null,
  cohort_ids: [], objectives: [], proctor_id: null, preceptor_id: null, more_proctor_ids: [], more_preceptor_ids: [],
  signup_mode: 'assigned', signup_policy: 'first_come',
  signup_opens_at: null, signup_closes_at: null,
} // prettier-ignore

/** A semester as far as a plan asks. */
export type Term = { name: string; start_date: PlainDate; end_date: PlainDate; archived_at: string | null }

/** What is wrong with a plan, or null. The semester is null where the school has none of that id; the others are facts about its people. */
export function planRefusal(
  plan: ShiftFields,
  facts: { term: Term | null; hasForeignCohort: boolean; proctorIsActive: boolean; isPreceptor: boolean },
) {
  const { term } = facts
  if (plan.start_time === plan.end_time) return refusal('shift.no_length')
  if (!term) return refusal('shift.no_semester')
  if (term.archived_at) return refusal('shift.semester_archived', { semester: term.name })
  if (!isWithin(plan.date, term.start_date, term.end_date))
    return refusal('shift.outside_semester', {
      semester: term.name, from: term.start_date, to: term.end_date, date: plan.date,
    }) // prettier-ignore
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

/** The approved seats of a plan that both parties agree to: all that are asked for, or as many as were approved of the same number. */
export const approvedAfter = (
  before: { capacity: number; approved_capacity: number | null },
  after: { capacity: number },
): number =>
  before.capacity === after.capacity
    ? Math.min(after.capacity, before.approved_capacity ?? after.capacity)
    : after.capacity

/** Statuses in which the school may still change the plan. */
export const editableStates: readonly ShiftStatus[] = [
  'draft', 'pending_facility', 'needs_info', 'approved', 'published', 'full', 'postponed',
] // prettier-ignore
/** Statuses in which both parties have agreed on the plan, and students may count on it. */
export const agreedStates: readonly ShiftStatus[] = ['approved', 'published', 'full']
/** States in which a shift counts on its unit until it begins (app.is_shift_ahead). */
export const aheadStates: readonly ShiftStatus[] = [
  'pending_facility', 'needs_info', 'countered', ...agreedStates, 'postponed',
] // prettier-ignore

/** What a school holds by itself, without a unit. */
export const isHeldOnCampus = (kind: ExperienceType): boolean =>
  kind === 'simulation' || kind === 'skills_lab' || kind === 'orientation'

/** On campus no one was asked: what goes to a unit, or is no longer held on campus by its kind, is submitted like any other. */
export const leavesCampus = (
  before: Pick<ShiftFields, 'facility_id'>,
  after: Pick<ShiftFields, 'facility_id' | 'experience_type'>,
): boolean =>
  before.facility_id === null && (after.facility_id !== null || !isHeldOnCampus(after.experience_type))

/** Why the school may not change these fields now, or null. The reason is what those who count on the shift read. */
export function changeRefusal(
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
  if (!saysWhy(reason) && concerns([...leaderFields, 'date', 'start_time', 'end_time']))
    return refusal('shift.say_why', { sentence: 'Students count on this shift: say why it changes.' })
  return null
}

/** Why the credited hours of a shift cannot be corrected now, or null: by its school, from its end until its hours are final. */
export function creditRefusal(
  shift: { status: ShiftStatus; credited_hours: number | string | null },
  { party, hours }: { party: Party; hours: number },
) {
  if (party === 'facility') return refusal('shift.school_plans')
  if (shift.status !== 'completed') return refusal('shift.credit_not_now', { status: shift.status })
  return Number(shift.credited_hours) === hours ? refusal('shift.credit_same') : null
}

/** Is it asked for and not answered, so that a new unit goes to its facility again by itself? */
export const isAskedFor = (status: ShiftStatus): boolean =>
  status === 'pending_facility' || status === 'needs_info'

/** Why a draft, or what was postponed, cannot be sent to the facility, or null. `now` is an ISO instant. */
export function submitRefusal(
  shift: { starts_at: string; facility_id: string | null; experience_type: ExperienceType },
  now: string,
) {
  if (Date.parse(shift.starts_at) <= Date.parse(now)) return refusal('shift.in_the_past')
  if (shift.facility_id === null && !isHeldOnCampus(shift.experience_type)) return refusal('shift.needs_unit')
  return null
}

/** Is this a draft that no one but the school has seen, which may be deleted? */
export const removeRefusal = (shift: { status: ShiftStatus; submitted_at: string | null }) =>
  shift.status !== 'draft' || shift.submitted_at !== null ? refusal('shift.not_a_draft') : null

/** Why students on a shift cannot come at its new time, or null: so many have something else then, or need the rest after a night. */
export const busyRefusal = (busy: number) => (busy > 0 ? refusal('shift.students_busy', { busy }) : null)

/** Why this instructor cannot stand in, or null: they teach another shift at that time. */
export const instructorBusyRefusal = (
  other: {
    title: string | null
    unit_name: string | null
    date: string
    start_time: string
    end_time: string
  } | null,
) =>
  other &&
  refusal('shift.instructor_busy', {
    title: other.unit_name ?? other.title ?? 'a shift on campus',
    date: other.date,
    start_time: other.start_time.slice(0, 5),
    end_time: other.end_time.slice(0, 5),
  })

/** The unit of a shift as far as students can be placed there. */
export type UnitOfShift = { name: string; kind: string; status: string }

/** Why no one can be placed there on that day, or null: not a unit, paused or closed, or a day on which it takes no students. */
export function unitRefusal(unit: UnitOfShift | null, limits: readonly SeatLimit[]) {
  if (!unit) return null
  if (unit.kind !== 'unit') return refusal('shift.no_unit')
  if (unit.status !== 'active')
    return refusal('shift.unit_not_active', { name: unit.name, status: unit.status })
  const closed = limits.find(({ limit_name: name }) => name === 'closed')
  return closed ? refusal('shift.closed_day', { why: closed.why }) : null
}

/** The seats that students can take: the smallest limit but for those that refuse a shift as a whole. */
export const seatsFor = (limits: readonly SeatLimit[]): SeatLimit | null =>
  effectiveSeats(limits.filter(({ limit_name: name }) => name !== 'closed' && name !== 'agreement'))

/**
 * The seats of a shift that was approved, by rules that changed since; null where they stay. No one who has one loses it: `isOver` says
 * that more are on the shift than the rule allows. A day that was closed and a unit for one school at a time concern the shift as a whole.
 */
export function recountedSeats(
  limits: readonly SeatLimit[],
  shift: { seats: number; seats_limit: SeatLimit['limit_name'] | null; seats_taken: number },
) {
  const room = effectiveSeats(
    limits.filter(({ limit_name: name }) => name !== 'closed' && name !== 'exclusive'),
  )!
  const seats = Math.max(room.seats, shift.seats_taken)
  return seats === shift.seats && room.limit_name === shift.seats_limit
    ? null
    : { seats, seats_limit: room.limit_name, why: room.why, isOver: room.seats < shift.seats_taken }
}

/** Why a shift cannot go on with so few seats, or null: no one would fit, or fewer than are on it. */
export function fewSeatsRefusal(room: SeatLimit, seatsTaken: number) {
  return room.seats < Math.max(seatsTaken, 1)
    ? refusal('shift.too_few_seats', { why: room.why, seatsTaken })
    : null
}

/** A unit that a shift ahead could be moved to, as far as it takes students. */
export type UnitToMoveTo = UnitOfShift & {
  exclusive_school: boolean
  max_students_per_shift: number
  capacity_windows: readonly { from: PlainDate; to: PlainDate; max: number }[]
  blackout: readonly { from: PlainDate; to: PlainDate }[]
}

/** Why a shift ahead does not fit into another unit next to what is `there` at its time, or null: closed then, another school's, or no room. */
export function fitRefusal(
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

/** Who takes over a shift, and what they may lead at its school. */
export type Successor = {
  id: string
  name: string | null
  is_proctor: boolean
  is_of_school: boolean
  is_preceptor: boolean
}
type Handed = {
  proctor_ids: readonly string[]
  preceptor_ids: readonly string[]
  successor: Successor | null
}

/** Who leads a shift after a person has handed it over; a person who takes it back gets the position that their role fills. */
export function leadersAfter({ proctor_ids, preceptor_ids, successor }: Handed, userId: string) {
  const isReturn = successor?.id === userId
  const instructs = proctor_ids.includes(userId) || (isReturn && successor.is_proctor)
  const precepts = preceptor_ids.includes(userId) || (isReturn && !successor.is_proctor)
  const next = successor ? [successor.id] : []
  const handed = (people: readonly string[]): string[] => {
    const after = people.flatMap((one) => (one === userId ? next : [one]))
    return [...new Set(people.includes(userId) ? after : [...after, ...next])]
  }
  return {
    instructs,
    precepts,
    proctor_ids: instructs ? handed(proctor_ids) : [...proctor_ids],
    preceptor_ids: precepts ? handed(preceptor_ids) : [...preceptor_ids],
  }
}

type LedBy = Pick<Handed, 'proctor_ids' | 'preceptor_ids'>

/**
 * What a shift says of who leads it once it is handed over: without an instructor their name is to come where students see the shift
 * already, its facility is reminded of another one from the beginning, and it is an exception of its series.
 */
export function leaderColumns(
  shift: LedBy & { status: ShiftStatus; to_be_named: boolean; reminders_sent: number; is_of_series: boolean },
  { proctor_ids: proctors, preceptor_ids: preceptors }: LedBy,
) {
  const before = shift.proctor_ids
  const isShown = shift.status === 'published' || shift.status === 'full'
  const isSame = before.length === proctors.length && before.every((id, at) => id === proctors[at])
  return {
    proctor_id: proctors[0] ?? null,
    more_proctor_ids: proctors.slice(1),
    preceptor_id: preceptors[0] ?? null,
    more_preceptor_ids: preceptors.slice(1),
    instructor_to_be_named: proctors.length === 0 && (before.length === 0 ? shift.to_be_named : isShown),
    reminders_sent: isSame ? shift.reminders_sent : 0,
    is_series_exception: shift.is_of_series,
  }
}

/** Why a person cannot take over what someone led on a shift, or null: an active instructor of the school does, or a preceptor. */
export function successorRefusal(
  { instructs, precepts }: { instructs: boolean; precepts: boolean },
  successor: Successor | null,
) {
  if (!successor) return null
  if (instructs && !(successor.is_proctor && successor.is_of_school))
    return refusal('shift.no_such_instructor')
  return precepts && !successor.is_preceptor ? refusal('shift.no_such_preceptor') : null
}

/** Is the shift under way at three in the morning? Rest is owed after such a night (Domain 2.4). */
export function isNight(start: ClockTime, end: ClockTime): boolean {
  return isOvernight(start, end) ? start <= '03:00' || end > '03:00' : start <= '03:00' && end > '03:00'
}

type Timed = {
  start_time: ClockTime
  end_time: ClockTime
  starts_at: string
  ends_at: string
  break_min: number
  conference_min: number
}
const elapsedMinutes = ({ starts_at: from, ends_at: to }: Timed): number =>
  (Date.parse(to) - Date.parse(from)) / 60_000

/**
 * The hours that a shift is credited with, less its break and with its conference, rounded to hundredths: as scheduled on the wall
 * clock, or as they pass (docs/decisions/038). The same rule as app.credited_hours, which is stored; a test compares them.
 */
export function creditedHours(shift: Timed, rule: CreditRule): number {
  const minutes =
    rule === 'elapsed' ? elapsedMinutes(shift) : scheduledMinutes(shift.start_time, shift.end_time)
  return Math.round((Math.max(minutes - shift.break_min + shift.conference_min, 0) * 100) / 60) / 100
}

/** What a change of the clock during a shift means, in words; null on every other day. */
export function clockChangeNote(
  shift: Timed & { credited_hours: number; credited_hours_override: number | null; credit_rule: CreditRule },
): string | null {
  const scheduled = scheduledMinutes(shift.start_time, shift.end_time)
  const elapsed = elapsedMinutes(shift)
  if (elapsed === scheduled) return null
  const rule = shift.credit_rule === 'elapsed' ? 'scheduled' : 'elapsed'
  const other = creditedHours(shift, rule)
  const hours = (minutes: number) => `${minutes / 60} ${minutes === 60 ? 'hour' : 'hours'}`
  const credit =
    shift.credited_hours_override !== null
      ? 'as the school set them'
      : shift.credit_rule === 'elapsed'
        ? 'by the time that passes'
        : 'as scheduled'
  return `The clocks go ${elapsed > scheduled ? 'back' : 'forward'} ${hours(Math.abs(elapsed - scheduled))} during this shift: it is scheduled for ${hours(scheduled)} and lasts ${hours(elapsed)}. ${shift.credited_hours} hours are credited, ${credit}${other === shift.credited_hours ? '' : ` (${other} ${rule === 'elapsed' ? 'by the time that passes' : 'as scheduled'})`}.`
}

/** A limit: its number, and the values of its sentence. */
export type CountedLimit = Omit<SeatLimit, 'why'> & { values: object }

/** A day on which a unit takes no one: its own, or one on which its site is closed to students. */
export type ClosedDay = { name: string; date: PlainDate; reason: string | null; isSite: boolean }

type YearsOfLimit = { year: string; most: number; taken: number }[]
/** What the sentences of limits say. */
type LimitValues = {
  closed: ClosedDay
  exclusive: { name: string }
  agreement: CoverFacts
  unit: { name: string; most: number; taken: number }
  level: { name: string; years: YearsOfLimit }
  ratio: {
    name: string
    /** Per instructor. */
    most: number
    instructors?: number
    from?: PlainDate
    begun?: boolean
    exempt?: 'simulation' | 'skills_lab' | null
  }
  school: { name: string; most: number; instructors?: number; specialty?: Specialty }
  preceptor: { preceptors?: number }
  shift: object
}

/** What the limits on a shift's seats follow from, as PostgreSQL counts it (app.shift_limits). */
export type LimitFacts = {
  closed: { name: string; reason: string | null; is_site: boolean } | null
  unit: { name: string; most: number; taken: number; ratio: number | null; has_others: boolean } | null
  years: YearsOfLimit | null
  rules: {
    school: string
    jurisdiction: string | null
    source_url: string | null
    effective_from: PlainDate | null
    board: number | null
    own: number | null
    own_specialty: number | null
    preceptor: number
    is_instructed: boolean
    instructors: number
    preceptors: number
  } | null
  /** None where the agreement sets no number. */
  agreement: { seats: number | null; facts: CoverFacts } | null
  date: PlainDate
  experience_type: ExperienceType
  specialty: Specialty
  capacity: number | null
}

const limitOrder: readonly SeatLimit['limit_name'][] = [
  'closed', 'exclusive', 'agreement', 'unit', 'level', 'ratio', 'school', 'preceptor', 'shift',
] // prettier-ignore

/**
 * Every limit on the seats of a shift. The smallest decides; the first named of equals. A rule that does not apply to this kind of shift is
 * there too: the page says so (domain §2.4, effective capacity).
 */
export function countedLimits(facts: LimitFacts, capacity = facts.capacity): CountedLimit[] {
  const { closed, unit, years, agreement, date } = facts
  const found: CountedLimit[] = [...ratioLimits(facts)]
  const add = (limit_name: CountedLimit['limit_name'], seats: number | null, values: object) =>
    seats !== null && found.push({ limit_name, seats, values, applies: true, source_url: null })
  if (closed) add('closed', 0, { name: closed.name, date, reason: closed.reason, isSite: closed.is_site })
  if (unit?.has_others) add('exclusive', 0, { name: unit.name })
  if (agreement) add('agreement', agreement.seats, agreement.facts)
  if (unit) add('unit', left(unit), { name: unit.name, most: unit.most, taken: unit.taken })
  if (unit && years)
    add(
      'level',
      years.reduce((sum, year) => sum + left(year), 0),
      { name: unit.name, years },
    )
  add('shift', capacity, {})
  const nameOf = ({ values }: CountedLimit) => (values as { name?: string }).name ?? ''
  const specialtyOf = ({ values }: CountedLimit) => (values as { specialty?: string }).specialty ?? ''
  return found.toSorted(
    (a, b) =>
      Number(b.applies) - Number(a.applies) ||
      a.seats - b.seats ||
      limitOrder.indexOf(a.limit_name) - limitOrder.indexOf(b.limit_name) ||
      nameOf(a).localeCompare(nameOf(b)) ||
      specialtyOf(a).localeCompare(specialtyOf(b)),
  )
}
const left = ({ most, taken }: { most: number; taken: number }): number => Math.max(most - taken, 0)

/** The limits per instructor and per preceptor: of the board, which is named where it does not apply too, of the unit and of the school. */
function ratioLimits({ rules, unit, date, experience_type: kind, specialty }: LimitFacts): CountedLimit[] {
  if (!rules) return []
  const { is_instructed: applies, instructors, preceptors } = rules
  const exempt = !applies && (kind === 'simulation' || kind === 'skills_lab') ? kind : null
  const each = (limit_name: 'ratio' | 'school', most: number | null | undefined, values: object) =>
    typeof most === 'number'
      ? [{ limit_name, seats: most * instructors, values: { ...values, most, instructors }, applies, source_url: null }] // prettier-ignore
      : []
  const from = rules.effective_from
  const board = { name: rules.jurisdiction, from, begun: from && from <= date, exempt }
  const ofBoard = each('ratio', rules.board, board).map((one) => ({ ...one, source_url: rules.source_url }))
  return [
    ...(applies || exempt ? ofBoard : []),
    ...(applies ? each('ratio', unit?.ratio, { name: unit?.name }) : []),
    ...(applies ? each('school', rules.own, { name: rules.school }) : []),
    ...(applies ? each('school', rules.own_specialty, { name: rules.school, specialty }) : []),
    ...(kind === 'precepted'
      ? [{ limit_name: 'preceptor' as const, seats: rules.preceptor * preceptors, values: { preceptors }, applies: true, source_url: null }] // prettier-ignore
      : []),
  ]
}

const studentsCounted = (count: number): string => `${count} ${count === 1 ? 'student' : 'students'}`

/** Why a unit takes no students on a day, in words. */
export const closedWords = ({ name, date, reason, isSite }: ClosedDay): string => {
  const day = formatDate(date, 'long').replace(/, \d{4}$/, '')
  if (isSite) return `${name} is closed to students on ${day}.`
  return `${name} takes no students on ${day}${reason ? `: ${reason}` : ''}.`
}

function yearsWords({ name, years }: LimitValues['level']): string {
  const each = years.map(
    ({ year, most, taken }) =>
      `${most} ${year.replaceAll('_', '-')} students${taken > 0 ? ` (${taken} of these seats are taken by other shifts)` : ''}`,
  )
  return `${name} takes ${each.join(' and ')} at a time.`
}

/** What several instructors may supervise together. */
const together = (most: number, instructors = 1): string =>
  instructors > 1 ? ` With ${instructors} instructors that is ${most * instructors}.` : ''

/** Is it a limit of students per instructor, which another instructor raises? */
export const isRatio = ({ limit_name: name }: Pick<CountedLimit, 'limit_name'>): boolean =>
  name === 'ratio' || name === 'school'

/** The ratio as what stands in the way, with the way out of it (domain §2.4). */
export function ratioLimitWords({ values }: Pick<CountedLimit, 'values'>): string {
  const { most, instructors = 1 } = values as LimitValues['ratio']
  const who = instructors === 1 ? 'One instructor' : `${instructors} instructors`
  return `${who} may supervise ${studentsCounted(most * instructors)} here. Add an instructor or move a student.`
}

function ratioWords({ name, most, instructors, from, begun, exempt }: LimitValues['ratio']): string {
  const since = from ? ` (in effect ${begun ? 'since' : 'from'} ${formatDate(from, 'long')})` : ''
  const unless = exempt
    ? ` This rule does not apply to ${exempt === 'simulation' ? 'simulation' : 'the skills lab'}.`
    : ''
  return `${name} allows ${studentsCounted(most)} per instructor${since}.${together(most, instructors)}${unless}`
}

const preceptorWords = (seats: number, preceptors = 1): string =>
  preceptors > 1
    ? `${preceptors} preceptors take ${seats} students at a time.`
    : `A preceptor takes ${seats === 1 ? 'one student' : `${seats} students`} at a time.`

/** The rule of a limit on seats, as people read it (domain §2.4, effective capacity). */
export function limitWords({ limit_name: name, seats, values }: CountedLimit): string {
  const of = <Name extends keyof LimitValues>(_name: Name) => values as LimitValues[Name]
  switch (name) {
    case 'closed':
      return closedWords(of(name))
    case 'exclusive':
      return `Another school has ${of(name).name} at that time, and it takes one school at a time.`
    case 'agreement':
      return coverWords(of(name))
    case 'unit': {
      const { name: unit, most, taken } = of(name)
      return `${unit} takes ${studentsCounted(most)} at a time${taken > 0 ? `; ${taken} of these seats are taken by other shifts.` : '.'}`
    }
    case 'level':
      return yearsWords(of(name))
    case 'ratio':
      return ratioWords(of(name))
    case 'school': {
      const { name: school, most, instructors, specialty } = of(name)
      return `${school} allows ${studentsCounted(most)} per instructor${specialty ? ` in ${specialtyLabels[specialty]}` : ''}.${together(most, instructors)}`
    }
    case 'preceptor':
      return preceptorWords(seats, of(name).preceptors)
    case 'shift':
      return `The shift has ${seats === 1 ? '1 seat' : `${seats} seats`}.`
  }
}

/** Limits with their sentences, as rules and screens have them. */
export const wordedLimits = (limits: readonly CountedLimit[]): SeatLimit[] =>
  limits.map((limit) => ({
    ...limit,
    why: limitWords(limit),
    ...(isRatio(limit) && { way_out: ratioLimitWords(limit) }),
  }))

/** The limits of a shift with their sentences, for so many seats. */
export const limitsFrom = (facts: LimitFacts, seats?: number): SeatLimit[] =>
  wordedLimits(countedLimits(facts, seats))

/** Where there is room instead: units of the same site at that time, and a day on which the unit itself has some. */
export type RoomInstead = { units: string[]; day: PlainDate | null; unit: string }

/** A unit and a day on which a shift could be held instead, with the seats there are. */
export type Candidate = {
  facility_id: string
  unit_name: string
  site_id: string | null
  site_name: string | null
  date: PlainDate
  start_time: ClockTime
  end_time: ClockTime
  seats: number
}

/** Days around its own on which a shift is looked for instead: the same weekday first, then the days next to it. */
export const daysInstead = [0, 7, -7, 14, 1, -1, 2] as const
const MOST_WINDOWS = 3
/** Of three to choose from, so many on one unit. */
const MOST_OF_UNIT = 2

/**
 * The windows to offer instead of a shift that was declined or countered: those with room for all its students, nearest to what was
 * asked for (its day, then its weekday; its site before another), and not all three on one unit.
 */
export function freeWindows(
  asked: { facility_id: string; site_id: string | null; date: PlainDate; seats: number },
  candidates: readonly Candidate[],
): Candidate[] {
  const distance = (one: Candidate): number =>
    one.facility_id === asked.facility_id ? 0 : one.site_id === asked.site_id ? 1 : 2
  const day = (one: Candidate): number => {
    const days = Math.abs(diffDays(asked.date, one.date))
    return days % 7 === 0 ? days / 7 : 3 + days
  }
  const nearest = candidates
    .filter(({ seats }) => seats >= asked.seats)
    .toSorted(
      (a, b) =>
        day(a) + distance(a) - (day(b) + distance(b)) ||
        comparePlainDates(a.date, b.date) ||
        a.unit_name.localeCompare(b.unit_name),
    )
  const chosen: Candidate[] = []
  for (const one of nearest)
    if (
      chosen.length < MOST_WINDOWS &&
      chosen.filter(({ facility_id: id }) => id === one.facility_id).length < MOST_OF_UNIT
    )
      chosen.push(one)
  return chosen
}

/** Where there is room instead, in words. */
export const insteadWords = ({ units, day, unit }: RoomInstead): string =>
  [
    units.length > 0 && `There is room at that time on ${units.join(', ')}.`,
    day && `${unit} has room on ${formatDate(day, 'full').replace(/, \d{4}$/, '')}.`,
  ]
    .filter(Boolean)
    .join(' ')

/** The seats there are: the smallest of all limits that apply, and the one that decides; of equals the one that comes first in the list. */
export function effectiveSeats(limits: readonly SeatLimit[]): SeatLimit | null {
  return limits.reduce<SeatLimit | null>(
    (least, one) => (one.applies && (!least || one.seats < least.seats) ? one : least),
    null,
  )
}

/** The limits that refuse an approval or a proposal; the others only lower the seats that students can take. */
export const hardLimits: readonly SeatLimit['limit_name'][] = [
  'closed', 'exclusive', 'agreement', 'unit', 'level',
] // prettier-ignore

/** How many seats the limits that refuse leave for a shift, at most as many as a shift can have. */
export const hardRoom = (facts: LimitFacts): number =>
  Math.min(
    500,
    ...countedLimits(facts)
      .filter(({ applies, limit_name: name }) => applies && hardLimits.includes(name))
      .map(({ seats }) => seats),
  )

/** Why there is no room for so many seats, or null: each limit that refuses, and what would work. */
export function roomRefusal(limits: readonly SeatLimit[], wanted: number, verb: string): string | null {
  const refusing = limits.filter(
    ({ limit_name: name, applies, seats }) => applies && hardLimits.includes(name) && seats < wanted,
  )
  if (refusing.length === 0) return null
  const room = Math.min(...refusing.map(({ seats }) => seats))
  const wayOut = 'hoose another unit, day or time.'
  return [
    ...refusing.map(({ why }) => why),
    room > 0 ? `${verb} ${room} or fewer, or c${wayOut}` : `C${wayOut}`,
  ].join(' ')
}

/** The days of a weekly pattern, in order: its weekdays from the first day to the last, every so many weeks, without those skipped. */
export function seriesDates(pattern: SeriesPattern): PlainDate[] {
  const skipped = new Set(pattern.skipped.map(({ date }) => date))
  // Weeks are counted from the Monday of the first.
  const monday = addDays(pattern.from, 1 - weekdayOf(pattern.from))
  const dates: PlainDate[] = []
  for (let date = pattern.from; date <= pattern.to; date = addDays(date, 1)) {
    if (!pattern.weekdays.includes(weekdayOf(date)) || skipped.has(date)) continue
    if (Math.floor(diffDays(monday, date) / 7) % pattern.every_weeks === 0) dates.push(date)
  }
  return dates
}

/** So many shifts in one series: a year of weekdays. */
export const MAX_SERIES = 370

/** What is wrong with the fields of a shift, by field; nothing when they can be saved. The term is null while none is chosen. */
export function problemsOf(
  fields: ShiftFields,
  term: { name: string; start_date: PlainDate; end_date: PlainDate } | null,
): Record<string, string> {
  const problems: Record<string, string> = {}
  if (!term) problems['semester_id'] = 'Choose a semester.'
  else if (!isWithin(fields.date, term.start_date, term.end_date))
    problems['date'] = `${term.name} runs from ${term.start_date} to ${term.end_date}.`
  if (fields.start_time === fields.end_time) problems['end_time'] = 'Give another end than the start.'
  if (!fields.facility_id && !['simulation', 'skills_lab', 'orientation'].includes(fields.experience_type))
    problems['facility_id'] = 'Choose a unit: only simulation, skills lab and orientation are held on campus.'
  if (fields.credited_hours_override !== null && !fields.credited_hours_reason?.trim())
    problems['credited_hours_reason'] = 'Explain why credited hours differ from the shift length.'
  if (fields.signup_opens_at && fields.signup_closes_at && fields.signup_closes_at <= fields.signup_opens_at)
    problems['signup_closes_at'] = 'Sign-up closes after it opens.'
  if (fields.signup_policy === 'fair_round' && fields.signup_mode !== 'assigned' && !fields.signup_closes_at)
    problems['signup_closes_at'] = 'A fair round needs a time when it is decided.'
  return problems
}

/** Are these the shifts of one school or facility, or of one day, so few that their free seats can be put in order? */
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
/** The title of a job that does something with many shifts: "Publish 400 shifts", or as a trial "Check 400 shifts: publish". */
export function bulkTitle(action: BulkAction, count: number, isTrial: boolean): string {
  const shifts = `${formatNumber(count)} ${count === 1 ? 'shift' : 'shifts'}`
  return isTrial ? `Check ${shifts}: ${bulkVerbs[action].toLowerCase()}` : `${bulkVerbs[action]} ${shifts}`
}

/** A bulk action of so many shifts or fewer answers at once; more become a job with progress. */
export const BULK_AT_ONCE = 20
/** So many shifts in one job. */
export const MOST_IN_BULK = 5_000

/** Can it be done with many shifts at once? */
export const isBulkAction = (name: string): name is BulkAction => name in bulkVerbs
