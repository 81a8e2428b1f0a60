import { howMany } from '#core/number-text.ts'
import { type Refusal, refusal } from '#core/refusal.ts'
import { asSentence } from '#core/sentence.ts'
import type { Step } from '#core/steps.ts'
import { addDays, diffDays, formatDate, formatRange, isPlainDate, type PlainDate } from '#core/plain-date.ts'
import type {
  AgreementKind,
  AgreementGapReason,
  EndingDecision,
  Partnership,
  PartnershipGroup,
  ActingParty,
  PartnershipState,
  PartnershipStatus,
  PartnershipTerms,
} from './contract.ts'

/** An agreement counts as expiring this many days before its last day. */
export const EXPIRING_DAYS = 90
/** Hours within which a withdrawn request can be restored. */
export const UNDO_HOURS = 24

export const agreementKindLabels: Record<AgreementKind, string> = {
  affiliation: 'Affiliation agreement',
  mou: 'Memorandum of understanding',
  observation_only: 'Observation only',
  none: 'No written agreement',
}

/** Labels of who indemnifies whom. */
export const indemnityLabels = { mutual: 'Mutual', yes: 'By the school', no: 'None' } as const

/**
 * The state of a partnership on a day: ending once it was ended with notice; otherwise active becomes expiring with 90 days or less to go,
 * and expired after its last day.
 */
export function stateOf(
  {
    status,
    effective_to: last,
    ends_on: end,
  }: { status: PartnershipStatus; effective_to: PlainDate | null; ends_on?: PlainDate | null },
  today: PlainDate,
): PartnershipState {
  if (status === 'active' && end) return 'ending'
  if (status !== 'active' || last === null) return status
  const left = diffDays(today, last)
  return left < 0 ? 'expired' : left <= EXPIRING_DAYS ? 'expiring' : 'active'
}

/** Who takes a step: the party that requested, the party that answers, the superadmin for either, or the calendar. */
export type PartnershipParty = 'asking' | 'answering' | 'platform' | 'system'

const byAsking = ['asking', 'platform'] as const
const byAnswering = ['answering', 'platform'] as const
const byEither = ['asking', 'answering', 'platform'] as const
const byCalendar = ['system'] as const

/** All steps of a partnership (domain §2.10). Only the calendar ends it or lets it expire. */
export const partnershipSteps = [
  { event: 'submitted', from: 'draft', to: 'requested', parties: byAsking },
  { event: 'withdrawn', from: 'requested', to: 'withdrawn', parties: byAsking },
  { event: 'withdrawn', from: 'under_review', to: 'withdrawn', parties: byAsking },
  { event: 'restored', from: 'withdrawn', to: 'requested', parties: byAsking },
  { event: 'restored', from: 'withdrawn', to: 'under_review', parties: byAsking },
  { event: 'review_started', from: 'requested', to: 'under_review', parties: byAnswering },
  { event: 'accepted', from: 'requested', to: 'active', parties: byAnswering },
  { event: 'accepted', from: 'under_review', to: 'active', parties: byAnswering },
  { event: 'declined', from: 'requested', to: 'declined', parties: byAnswering },
  { event: 'declined', from: 'under_review', to: 'declined', parties: byAnswering },
  { event: 'suspended', from: 'active', to: 'suspended', parties: byEither },
  { event: 'resumed', from: 'suspended', to: 'active', parties: byEither },
  { event: 'terms_accepted', from: 'expired', to: 'active', parties: byEither },
  { event: 'expired', from: 'active', to: 'expired', parties: byCalendar },
  { event: 'terminated', from: 'active', to: 'terminated', parties: byCalendar },
  { event: 'terminated', from: 'suspended', to: 'terminated', parties: byCalendar },
] as const satisfies readonly Step<PartnershipStatus, PartnershipParty>[]

type StepEvent = (typeof partnershipSteps)[number]['event']

/** Each command that takes a step, with its event. */
const events = {
  submit: 'submitted',
  withdraw: 'withdrawn',
  restore: 'restored',
  review: 'review_started',
  accept: 'accepted',
  decline: 'declined',
  suspend: 'suspended',
  resume: 'resumed',
} as const satisfies Record<string, StepEvent>

/** Commands that leave the status as it is, with the statuses in which they are possible. */
const within = {
  terminate: ['active', 'suspended'],
  continue: ['active', 'suspended'],
  propose: ['active', 'suspended', 'expired'],
  answer: ['active', 'suspended', 'expired'],
  change: ['draft', 'requested', 'under_review', 'active', 'suspended'],
} as const satisfies Record<string, readonly PartnershipStatus[]>

export type Command = keyof typeof events | keyof typeof within

const stepsOf = (command: keyof typeof events) =>
  partnershipSteps.filter(({ event }) => event === events[command])

const statusesOf = (command: Command): readonly PartnershipStatus[] =>
  command in within
    ? within[command as keyof typeof within]
    : stepsOf(command as keyof typeof events).map(({ from }) => from)

/** What moveBlocker needs to know about a partnership to say whose step it is. */
export type StepFacts = Pick<
  Partnership,
  | 'status'
  | 'direction'
  | 'party'
  | 'suspended_by_party'
  | 'proposal_party'
  | 'withdrawn_at'
  | 'ends_on'
  | 'ending_party'
>

/** The party that requested the partnership; the other one answers. */
export function askingParty({ direction }: Pick<Partnership, 'direction'>): 'school' | 'facility' {
  return direction === 'school_requested' ? 'school' : 'facility'
}

/** True when a partnership needs this party: to answer a request, or new terms that the other party proposed. */
export function needsAnswerFrom(
  party: 'school' | 'facility',
  row: Pick<Partnership, 'direction' | 'state' | 'proposal_party'>,
): boolean {
  if (['requested', 'under_review'].includes(row.state)) return askingParty(row) !== party
  if (!['active', 'expiring', 'suspended', 'expired'].includes(row.state)) return false
  return row.proposal_party !== null && row.proposal_party !== party
}

const otherParty = (party: 'school' | 'facility'): 'school' | 'facility' =>
  party === 'school' ? 'facility' : 'school'

/** Why the step belongs to the other party, or null if the caller's party may take it. */
function partyBlocker(command: keyof typeof events, facts: StepFacts) {
  const asking = askingParty(facts)
  const party: PartnershipParty =
    facts.party === 'platform' ? 'platform' : facts.party === asking ? 'asking' : 'answering'
  const { parties } = stepsOf(command)[0]!
  return (parties as readonly PartnershipParty[]).includes(party)
    ? null
    : refusal('partnership.others_do', { party: party === 'asking' ? otherParty(asking) : asking })
}

/**
 * Why the caller can't run this command now, or null if they can (domain §2.10). The requesting party submits, withdraws and restores
 * (within 24 hours); the other party reviews, accepts and declines; either suspends, ends and proposes. Only the party that suspended
 * resumes, only the one that ended takes that back, and only the one that did not propose accepts terms. The superadmin does all of it.
 * `now` is in milliseconds.
 */
export function moveBlocker(
  command: Command,
  facts: StepFacts,
  { now, accepts = true }: { now: number; accepts?: boolean },
) {
  const { status, party } = facts
  if (party === null) return refusal('partnership.organization_decides')
  if (!statusesOf(command).includes(status)) return refusal('partnership.not_now', { status })
  const isOf = (wanted: ActingParty | null) => party === 'platform' || party === wanted
  const { suspended_by_party: suspendedBy, proposal_party: proposedBy, ends_on: end } = facts
  switch (command) {
    case 'restore':
      if (now - Date.parse(facts.withdrawn_at ?? '') > UNDO_HOURS * 3_600_000)
        return partyBlocker(command, facts) ?? refusal('partnership.restore_over')
      return partyBlocker(command, facts)
    case 'resume':
      return isOf(suspendedBy) ? null : refusal('partnership.suspended_by', { party: suspendedBy })
    case 'terminate':
      return end ? refusal('partnership.ends_already', { ends_on: end }) : null
    case 'continue':
      if (!end) return refusal('partnership.not_ending')
      return isOf(facts.ending_party) ? null : refusal('partnership.ended_by', { party: facts.ending_party })
    case 'propose':
      return proposedBy && proposedBy !== party ? refusal('partnership.answer_first') : null
    case 'answer':
      if (!proposedBy) return refusal('partnership.no_proposal')
      return accepts && proposedBy === party && party !== 'platform'
        ? refusal('partnership.own_proposal')
        : null
    case 'change':
      return null
    default:
      return partyBlocker(command, facts)
  }
}

/**
 * Why a reason is required, or null. A superadmin always gives one, which both parties read; so does anyone who declines, suspends or ends.
 */
export function reasonBlocker(
  command: Command | 'decline_terms',
  party: ActingParty | null,
  reason: string | null,
) {
  if ((reason?.trim().length ?? 0) >= 3) return null
  if (party === 'platform' && command !== 'submit') return refusal('partnership.say_why_for_others')
  return ['decline', 'suspend', 'terminate', 'decline_terms'].includes(command)
    ? refusal('partnership.say_why')
    : null
}

/** ": We close." or, without a reason, ".". */
const because = (reason: string | null): string => (reason ? `: ${asSentence(reason)}` : '.')

/** What the reader has to do about a partnership now, in a sentence that begins with whose turn it is. */
export function nextStepText(
  partnership: StepFacts &
    Pick<
      Partnership,
      'state' | 'days_left' | 'effective_from' | 'effective_to' | 'ends_on' | 'status_reason'
    >,
): string {
  const { state, party, days_left: left, effective_to: to, status_reason: reason } = partnership
  const asks = askingParty(partnership)
  const answers = asks === 'school' ? 'facility' : 'school'
  const mine = party === 'platform' ? null : party
  if (partnership.proposal_party && ['active', 'expiring', 'suspended', 'expired'].includes(state))
    return partnership.proposal_party === mine
      ? 'New terms are waiting for the other party.'
      : 'New terms need your answer.'
  switch (state) {
    case 'draft':
      return 'Not sent yet: finish it and send it.'
    case 'requested':
      return mine === answers ? 'Needs your review.' : `Waiting on the ${answers}.`
    case 'under_review':
      return mine === answers
        ? 'You are reviewing it: accept with an agreement, or decline.'
        : `The ${answers} is looking at it.`
    case 'active':
      return to ? `In force until ${formatDate(to)}.` : 'In force.'
    case 'ending':
      return `Ends on ${partnership.ends_on ? formatDate(partnership.ends_on) : 'its last day'}${because(reason)} No shift after that day can be requested.`
    case 'expiring':
      return `Runs out ${left === 0 ? 'today' : left === 1 ? 'tomorrow' : `in ${left} days`}: propose new terms.`
    case 'expired':
      return 'Agreement expired. Propose new terms or send a new request.'
    case 'suspended':
      return partnership.suspended_by_party === mine
        ? `You suspended it${because(reason)} Resume it when that is settled.`
        : `Suspended by the ${partnership.suspended_by_party === 'platform' ? 'superadmin' : partnership.suspended_by_party}${because(reason)}`
    case 'declined':
      return `Declined${because(reason)} You may ask again.`
    case 'withdrawn':
      return 'Withdrawn. You may ask again.'
    case 'terminated':
      return `Ended on ${partnership.ends_on ? formatDate(partnership.ends_on) : 'an earlier day'}${because(reason)}`
  }
}

/** The statuses in which a partnership is open; a school has at most one open partnership per organization (domain §2.10). */
export const openStatuses = ['requested', 'under_review', 'active', 'suspended'] as const

/** Why a draft can't be sent, or a withdrawn or expired partnership restored, while another one is open; null if none is. */
export function openBlocker(why: 'submit' | 'restore', open: PartnershipStatus | undefined) {
  if (!open) return null
  return why === 'submit'
    ? refusal('partnership.open_already', { status: open })
    : refusal('partnership.newer_open')
}

/** True unless a school that accepts changes the number of seats: only the facility sets it. */
export function mayGiveSeats(
  party: ActingParty,
  { seat_quota_per_semester: offered }: { seat_quota_per_semester: number | null },
  terms: PartnershipTerms | undefined,
): boolean {
  const wanted = terms?.seat_quota_per_semester
  return party !== 'school' || wanted === undefined || wanted === offered
}

/** Maximum number of signed agreements of a partnership. */
export const MAX_FILES = 20

/** True until the partnership is declined, withdrawn or ended: agreements can be added. */
export function takesFiles(status: PartnershipStatus): boolean {
  return !['declined', 'withdrawn', 'terminated'].includes(status)
}

/**
 * Why new terms or fewer sites are refused while shifts people rely on would be outside of them, or null: clinical days need an agreement
 * that includes them (domain §2.10). Ending a partnership asks about each shift instead.
 */
export function leftOutBlocker(
  by: 'terms' | 'sites',
  shifts: { count: number; capstones?: number; first: PlainDate; last: PlainDate } | null,
) {
  return shifts && refusal('partnership.leaves_shifts_out', { by, ...shifts })
}

/** Errors in the dates of an agreement, by field; empty if there are none. Without `today`, the agreement may already be over. */
export function termRefusals(
  { effective_from: first, effective_to: last }: Pick<PartnershipTerms, 'effective_from' | 'effective_to'>,
  today: PlainDate | null,
): Partial<Record<'effective_from' | 'effective_to', TermRefusal>> {
  if (!first || !last)
    return {
      ...(!first && { effective_from: refusal('partnership.no_first_day') }),
      ...(!last && { effective_to: refusal('partnership.no_last_day') }),
    }
  if (last < first) return { effective_to: refusal('partnership.ends_before_it_begins') }
  if (today !== null && last < today) return { effective_to: refusal('partnership.over_already') }
  if (diffDays(first, last) > 3660) return { effective_to: refusal('partnership.too_long') }
  return {}
}
type TermRefusal = Refusal<
  `partnership.${'no_first_day' | 'no_last_day' | 'ends_before_it_begins' | 'over_already' | 'too_long'}`,
  Record<never, never>
>

/** Why an agreement as a whole is refused: its dates, or a missing signed file for clinical days (domain §2.10). */
export function agreementBlocker(
  terms: {
    agreement_kind: string
    effective_from: PlainDate | null
    effective_to: PlainDate | null
  },
  { today, files }: { today: PlainDate | null; files: number },
) {
  const { agreement_kind: kind, effective_from: first, effective_to: last } = terms
  if (!first || !last) return refusal('partnership.no_days')
  const [problem] = Object.values(termRefusals({ effective_from: first, effective_to: last }, today))
  if (problem) return problem
  return ['affiliation', 'mou'].includes(kind) && files === 0 ? refusal('partnership.no_file') : null
}

/** Why the last day is too early for the notice agreed on, or null. The superadmin may end without notice. */
export function lastDayBlocker(ends: PlainDate, earliest: PlainDate, days: number) {
  return ends < earliest ? refusal('partnership.notice', { days, earliest }) : null
}

/** What the party may decide about a shift after the last day; only the school may move it to other partners (decision 061). */
export function endingActions(party: ActingParty | null): readonly EndingDecision['action'][] {
  return party === 'facility' ? ['keep', 'cancel'] : ['keep', 'cancel', 'move']
}

/** True when a shift of this specialty could be held on that unit; units with specialty "other" take any shift. */
export function hasSpecialty(unit: { specialty: string }, shift: { specialty: string }): boolean {
  return unit.specialty === shift.specialty || unit.specialty === 'other'
}

/** Why the decisions are incomplete or wrong, or null. A shift can move only to an open unit of another partner, of its specialty. */
export function endingBlocker(
  party: ActingParty,
  { later, units, last_day }: { later: readonly Shift[]; units: readonly Shift[]; last_day: PlainDate },
  decisions: readonly EndingDecision[],
) {
  const decided = new Map(decisions.map((decision) => [decision.shift_id, decision]))
  const undecided = later.filter(({ id }) => !decided.has(id)).length
  if (undecided > 0) return refusal('partnership.undecided', { count: undecided, last_day })
  if (decisions.some(({ action }) => !endingActions(party).includes(action)))
    return refusal('partnership.school_moves')
  const isWrong = later.some((shift) => {
    const { action, unit_id: unitId } = decided.get(shift.id)!
    return action === 'move' && !units.some((unit) => unit.id === unitId && hasSpecialty(unit, shift))
  })
  return isWrong ? refusal('partnership.wrong_unit') : null
}
type Shift = { id: string; specialty: string }

/**
 * Why the party can't change this, or null. The facility keeps sites, seats, days and required credentials up to date; the school its
 * programs; both their contact.
 */
export function changeBlocker(
  { party, status }: Pick<StepFacts, 'party' | 'status'>,
  changed: readonly string[],
) {
  const isAny = (...fields: string[]) => changed.some((field) => fields.includes(field))
  if (party === 'school') {
    if (
      isAny(
        'seat_quota_per_semester',
        'quota_by_unit',
        'auto_approve_shifts',
        'blackout',
        'required_credential_ids',
        'contact_facility',
      )
    )
      // prettier-ignore
      return refusal('partnership.facility_decides')
    if (isAny('all_sites', 'site_ids') && status !== 'draft' && status !== 'requested')
      return refusal('partnership.facility_decides')
  }
  if (party === 'facility' && isAny('program_ids', 'contact_school'))
    return refusal('partnership.school_decides')
  return null
}

/** True when the other party is notified of the change. */
export function isNotified(changed: readonly string[]): boolean {
  const heard = [
    'all_sites',
    'site_ids',
    'program_ids',
    'seat_quota_per_semester',
    'quota_by_unit',
    'auto_approve_shifts',
    'blackout',
    'required_credential_ids',
  ]
  return changed.some((field) => heard.includes(field))
}

/** Errors in the seats of units and the closed days: path of the field → sentence; empty if there are none. */
export function seatProblems(
  units: readonly { unit_id: string; seats: number | '' }[],
  blackout: readonly { from: string; to: string }[],
): Record<string, string> {
  const problems: Record<string, string> = {}
  units.forEach(({ unit_id: id, seats }, index) => {
    if (!id) problems[`quota_by_unit.${index}.unit_id`] = 'Choose a unit.'
    else if (units.findIndex((other) => other.unit_id === id) !== index)
      problems[`quota_by_unit.${index}.unit_id`] = 'This unit is already in the list.'
    if (seats === '' || seats < 1 || seats > 10_000)
      problems[`quota_by_unit.${index}.seats`] = 'From 1 to 10,000.'
  })
  blackout.forEach(({ from: first, to: until }, index) => {
    if (!first) problems[`blackout.${index}.from`] = 'Fill in the first day.'
    if (!until) problems[`blackout.${index}.to`] = 'Fill in the last day.'
    else if (first && until < first)
      problems[`blackout.${index}.to`] = 'End date must be on or after the start date.'
  })
  return problems
}

/** The seats taken in each semester, in words: "24 in Fall 2026, 8 in Spring 2027". */
export function seatUseWords(use: readonly { semester: string; seats: number }[]): string {
  return use.map(({ semester, seats }) => `${seats} in ${semester}`).join(', ')
}

/** The earliest last day if the partnership is ended today, with the notice agreed on. */
export function earliestEnd(today: PlainDate, noticeDays: number, party: ActingParty | null): PlainDate {
  return addDays(today, party === 'platform' ? 0 : noticeDays)
}

/** The states of each group that a list can be narrowed to. */
const groups: Readonly<Record<PartnershipGroup, readonly PartnershipState[]>> = {
  open: ['draft', 'requested', 'under_review', 'suspended', 'expiring', 'ending', 'expired'],
  force: ['active', 'expiring', 'ending'],
  over: ['declined', 'withdrawn', 'terminated', 'expired'],
}

/** The names of the groups, true for both parties. */
export const groupLabels = { open: 'Not settled', force: 'In force', over: 'Over' } as const satisfies Record<
  PartnershipGroup,
  string
>

/** True when the partnership belongs to the chosen group, or no group is chosen. One with new terms to answer is open too. */
export function isInGroup(
  { state, proposal_party: proposed }: Pick<Partnership, 'state' | 'proposal_party'>,
  group: PartnershipGroup | undefined,
): boolean {
  if (group === undefined || groups[group].includes(state)) return true
  return group === 'open' && state === 'active' && proposed !== null
}

/** How many days before the last day both parties are reminded. */
const RUNGS = [30, 60, 90, 120] as const

/** What calendarStep needs to know about a partnership. */
export type DueFacts = {
  status: PartnershipStatus
  ends_on: PlainDate | null
  effective_to: PlainDate | null
  auto_renew: boolean
  notice_days: number
  /** Today in the organization's time zone. */
  today: PlainDate
  /** The last reminder sent for this last day, in days before it. */
  reminded: number | null
}

export type CalendarEvent = NonNullable<ReturnType<typeof calendarStep>>['event']

/**
 * What the calendar does with a partnership on a day, or null (domain §2.10): ends it after its last day; renews it for a year once the
 * notice period has passed, lets it expire, or reminds both parties. A partnership that is ending is neither renewed nor reminded of.
 */
export function calendarStep({ status, ends_on: end, effective_to: last, today, ...terms }: DueFacts) {
  if (end !== null) return end < today ? { event: 'ended' as const } : null
  if (status !== 'active' || last === null) return null
  if (terms.auto_renew && today > addDays(last, -terms.notice_days))
    return { event: 'renewed' as const, effective_to: yearsLater(last > today ? last : today, 1) }
  const days = diffDays(today, last)
  if (days < 0) return { event: 'expired' as const }
  const rung = RUNGS.find((each) => days <= each)
  if (rung === undefined || terms.auto_renew || (terms.reminded !== null && terms.reminded <= rung))
    return null
  return { event: 'reminded' as const, rung, days }
}

/** The last day of three years, as agreements usually last. */
export const usualLastDay = (first: PlainDate): PlainDate => addDays(yearsLater(first, 3), -1)

/** The same day of a later year; February 28 for February 29. */
function yearsLater(date: PlainDate, years: number): PlainDate {
  const next = `${String(Number(date.slice(0, 4)) + years).padStart(4, '0')}${date.slice(4)}`
  return isPlainDate(next) ? next : addDays(next.replace('-02-29', '-02-28'), 0)
}

/** True when it matches the search text and the chosen filters. */
export function fits(
  partnership: Pick<Partnership, 'school_name' | 'organization_name' | 'site_names' | 'city' | 'state'>,
  { q = '', state }: { q?: string | undefined; state?: string | undefined },
): boolean {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const text =
    `${partnership.school_name} ${partnership.organization_name} ${partnership.city ?? ''} ${partnership.site_names.join(' ')}`.toLowerCase()
  return (!state || partnership.state === state) && words.every((word) => text.includes(word))
}

/** The states in the order of a partnership's life, as filters and lists show them. */
export const shownStates: readonly PartnershipState[] = [
  'draft',
  'requested',
  'under_review',
  'active',
  'expiring',
  'ending',
  'suspended',
  'expired',
  'declined',
  'withdrawn',
  'terminated',
]

const sorts: Record<string, (row: Ordered) => string> = {
  organization: (row) => row.organization_name,
  school: (row) => row.school_name,
  state: (row) => String(shownStates.indexOf(row.state)).padStart(2, '0'),
  effective_to: (row) => row.effective_to ?? '9999',
}
type Ordered = Pick<Partnership, 'organization_name' | 'school_name' | 'state' | 'effective_to'>

/** Sorts the rows by the chosen column; without one, keeps their order. */
export function inOrder<Row extends Ordered>(
  rows: Row[],
  { sort, dir }: { sort?: string | undefined; dir?: 'asc' | 'desc' | undefined },
): Row[] {
  const by = sorts[sort ?? '']
  if (!by) return rows
  const sign = dir === 'desc' ? -1 : 1
  return rows.toSorted((a, b) => sign * by(a).localeCompare(by(b)))
}

/** The rows that a list shows, filtered and in order; its export has the same rows. */
export function shownOf<Row extends Parameters<typeof fits>[0] & Parameters<typeof isInGroup>[0] & Ordered>(
  all: readonly Row[],
  by: Parameters<typeof fits>[1] & Parameters<typeof inOrder>[1] & { show?: PartnershipGroup | undefined },
): Row[] {
  return inOrder(
    all.filter((row) => isInGroup(row, by.show) && fits(row, by)),
    by,
  )
}

export const exportColumns = [
  'School',
  'Organization',
  'Status',
  'Sites',
  'Agreement',
  'First day',
  'Last day',
  'Notice (days)',
  'Files',
  'Reason',
]

/** One line of the CSV export. */
export function exportRow(row: Partnership): (string | number | null)[] {
  return [
    row.school_name,
    row.organization_name,
    capital(row.state.replaceAll('_', ' ')),
    row.all_sites ? 'All sites' : row.site_names.join('; '),
    agreementKindLabels[row.agreement_kind],
    row.effective_from,
    row.effective_to,
    row.notice_days,
    row.file_count,
    row.status_reason,
  ]
}

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** True when the bytes begin like a PDF. */
export function isPdf(bytes: Uint8Array): boolean {
  return bytes.length > 4 && [0x25, 0x50, 0x44, 0x46, 0x2d].every((byte, at) => bytes[at] === byte)
}

/** The dates of an agreement in words; a dash if there are none. */
export function datesOf({
  effective_from: first,
  effective_to: last,
}: Pick<Partnership, 'effective_from' | 'effective_to'>): string {
  return first && last ? formatRange(first, last) : '—'
}

/** Why an agreement does not cover a shift or has no room for it, as PostgreSQL reports it. */
export type AgreementGap = {
  /** Null if the agreement covers the shift; the text then says how many seats are left. */
  reason: AgreementGapReason | null
  organization: string | null
  date: PlainDate
  status: PartnershipStatus
  status_reason: string | null
  from: PlainDate
  to: PlainDate
  ends_on: PlainDate | null
  programs: string
  /** Why the organization takes no one on that day. */
  closed: string | null
  lead_days: number
  earliest: PlainDate
  /** Seats in the semester, and on the unit of the shift; null if the agreement sets no number. */
  most: number | null
  taken: number | null
  unit_most?: number | null
  unit_taken?: number | null
  /** Seats that a shift requests; undefined if the text only says how many there are. */
  asked?: number | null
  unit: string | null
}

const inFull = (date: PlainDate): string => formatDate(date, 'long')

function datesWords({ organization, date, from, to, ends_on: end }: AgreementGap): string {
  if (end !== null && date > end)
    return `The partnership with ${organization} ends on ${inFull(end)}; ${inFull(date)} is after that.`
  return `The agreement with ${organization} runs from ${inFull(from)} to ${inFull(to)}; ${inFull(date)} is outside it.`
}

type Quota = Pick<AgreementGap, 'organization' | 'most' | 'taken' | 'asked'>

function quotaWords({ organization, most, taken, asked = null }: Quota, unit = ''): string {
  const rest = asked === null ? 'taken by other shifts' : `taken and this shift needs ${asked}`
  return `The agreement with ${organization} allows ${howMany(most ?? 0, 'seat')} per semester${unit}; ${taken} ${taken === 1 ? 'is' : 'are'} ${rest}.`
}

const coverTexts: Record<AgreementGapReason, (facts: AgreementGap) => string> = {
  no_partnership: ({ organization }) =>
    `There is no partnership with ${organization ?? 'this organization'}. Request one first.`,
  not_active: ({ organization, status, status_reason: reason }) =>
    `The partnership with ${organization} is ${status.replaceAll('_', ' ')}${because(reason)}`,
  site_not_included: ({ organization }) => `The partnership with ${organization} does not include this site.`,
  outside_dates: datesWords,
  program_not_included: ({ organization, programs }) =>
    `The partnership with ${organization} includes these programs only: ${programs}. Choose cohorts of these programs.`,
  observation_only: ({ organization }) =>
    `The partnership with ${organization} has no affiliation agreement: it allows observation only.`,
  blackout: ({ organization, date, closed }) =>
    `${organization} takes no students on ${inFull(date)}${because(closed)}`,
  lead_time: ({ organization, lead_days: days, earliest }) =>
    `${organization} needs ${days} ${days === 1 ? 'day’s' : 'days’'} notice (earliest day: ${inFull(earliest)}). For an earlier day, explain why it can’t wait.`,
  quota: (facts) => quotaWords(facts),
  unit_quota: ({ unit_most: most = null, unit_taken: taken = null, ...facts }) =>
    quotaWords({ ...facts, most, taken }, ` on ${facts.unit}`),
}

/** The quota that leaves fewer seats: that of the unit, or that of the semester. */
function tighterQuota({
  most,
  taken,
  unit_most = null,
  unit_taken = null,
}: AgreementGap): AgreementGapReason {
  const ofUnit = unit_most === null ? Infinity : unit_most - (unit_taken ?? 0)
  const ofSemester = most === null ? Infinity : Math.max(most - (taken ?? 0), 0)
  return ofUnit < ofSemester ? 'unit_quota' : 'quota'
}

/** Why an agreement does not cover a shift, or how many seats it allows, in words (domain §2.2). */
export const agreementGapText = (facts: AgreementGap): string =>
  coverTexts[facts.reason ?? tighterQuota(facts)](facts)

/** Who can read what the caller writes about a partnership, in words. */
export function readersOf({ party }: Pick<Partnership, 'party'>): string {
  if (party === 'school') return 'The facility can read it.'
  return party === 'facility' ? 'The school can read it.' : 'The school and the facility can both read it.'
}
