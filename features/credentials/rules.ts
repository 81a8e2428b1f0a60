import { addDays, diffDays, formatDate, isPlainDate, type PlainDate } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import { mayStep, type Step } from '#core/steps.ts'
import type { CredentialType, CredentialValues, Requirement } from '#features/credential-types/contract.ts'
import {
  dueDate,
  gapInWords as gapOfAnswers,
  isAskedOn,
  judge,
  lastDayOf,
  scopeInWords,
  seasonDue,
  strictest,
} from '#features/credential-types/rules.ts'
import type {
  Clearance,
  ClearanceBrief,
  ClearanceItem,
  Credential,
  CredentialStatus,
  Precheck,
  Readiness,
  RecordRow,
  ReasonCode,
  ShownStatus,
  Standing,
} from './contract.ts'

type Party = 'person' | 'reviewer' | 'system'

/** The steps of a submission (domain §2.8); expiring and expired follow from the last day, and are no steps. */
export const credentialSteps = [
  { event: 'open', from: 'submitted', to: 'in_review', parties: ['reviewer'] },
  ...(['submitted', 'in_review'] as const).flatMap(
    (from) =>
      [
        { event: 'approve', from, to: 'approved', parties: ['reviewer'] },
        { event: 'approve_conditionally', from, to: 'conditionally_approved', parties: ['reviewer'] },
        { event: 'reject', from, to: 'rejected', parties: ['reviewer'] },
        { event: 'supersede', from, to: 'superseded', parties: ['person'] },
      ] as const,
  ),
  { event: 'approve', from: 'conditionally_approved', to: 'approved', parties: ['reviewer'] },
  { event: 'reject', from: 'conditionally_approved', to: 'rejected', parties: ['reviewer'] },
  { event: 'lapse', from: 'conditionally_approved', to: 'lapsed', parties: ['system'] },
  { event: 'revoke', from: 'approved', to: 'revoked', parties: ['reviewer'] },
  { event: 'revoke', from: 'waived', to: 'revoked', parties: ['reviewer'] },
] as const satisfies readonly Step<CredentialStatus, Party>[]

/** What a person has sent, as their school lists it: of restricted results the class alone (domain §2.20). */
export function withoutResults(found: Standing): Standing {
  const restricted = new Set(found.types.flatMap(({ id, is_restricted: is }) => (is ? [id] : [])))
  return {
    ...found,
    submissions: found.submissions.map((one) =>
      restricted.has(one.type_id)
        ? { ...one, values: one.values['result'] === undefined ? {} : { result: one.values['result'] } }
        : one,
    ),
  }
}

/** Days before the last one in which it counts as expiring (domain §2.8). */
const EXPIRING_DAYS = 30

/** What a submission shows: approved ones are expiring in their last 30 days, and expired after them (domain §2.8). */
export function statusOn(
  { status, expires_on: last }: Pick<Credential, 'status' | 'expires_on'>,
  today: PlainDate,
): ShownStatus {
  if (status !== 'approved' || last === null) return status
  if (last < today) return 'expired'
  return diffDays(today, last) <= EXPIRING_DAYS ? 'expiring' : status
}

/** What is known of a submission when clearance is asked for. */
export type Held = Pick<
  Credential,
  | 'type_id'
  | 'status'
  | 'issued_on'
  | 'expires_on'
  | 'conditional_until'
  | 'waived_until'
  | 'waived_requirement_id'
  | 'facility_id'
  | 'submitted_at'
>

/** A requirement with what its type says of validity. */
export type Asked = Requirement & {
  type_validity: CredentialType['validity']
  type_category: CredentialType['category']
  type_evidence: CredentialType['evidence']
  grace_days: number
}

/** From when to when a submission covers a requirement, and whether only on a condition. */
type Cover = { from: PlainDate; to: PlainDate; isCondition: boolean }
const EVER = '0001-01-01'
const NEVER_ENDS = '9999-12-31'

/** What a submission covers of a requirement: its own last day, or the requirement's stricter one (domain §2.8). */
function coversOf(held: Held, asked: Asked): Cover[] {
  switch (held.status) {
    case 'approved': {
      const from = held.issued_on ?? EVER
      const own = held.expires_on ?? 'endless'
      const last = asked.validity
        ? strictest([
            own,
            lastDayOf(asked.validity, from, { termEnd: held.expires_on, stated: held.expires_on }),
          ])
        : own
      if (last === 'unknown') return []
      if (last === 'endless') return [{ from, to: NEVER_ENDS, isCondition: false }]
      const grace = { from: addDays(last, 1), to: addDays(last, asked.grace_days), isCondition: true }
      return [{ from, to: last, isCondition: false }, ...(asked.grace_days > 0 ? [grace] : [])]
    }
    case 'conditionally_approved':
      return held.conditional_until ? [{ from: EVER, to: held.conditional_until, isCondition: true }] : []
    case 'waived':
      return held.waived_until && isWaived(held, asked)
        ? [{ from: EVER, to: held.waived_until, isCondition: true }]
        : []
    default:
      return []
  }
}

/** A waiver is for one requirement, or for all that the school asks for: never for what a facility does (domain §2.8). */
const isWaived = ({ waived_requirement_id: one }: Held, asked: Asked): boolean =>
  one === null ? asked.facility_id === null : one === asked.id

/** An orientation counts at the site that it is of; everything else at each. */
const isPerFacility = ({ type_category: category }: Asked): boolean => category === 'site_orientation'

/** Does the school look it up itself? Then its people do nothing about it. */
const isChecked = ({ type_evidence: evidence }: Asked): boolean => evidence === 'external_check'

type Span = { first: PlainDate; last: PlainDate }

const ruleOf = (asked: Asked): CredentialType['validity'] => asked.validity ?? asked.type_validity

/** How a requirement is met on the days of a span: the first day that is asked for and not covered, if any. */
function walk(covers: readonly Cover[], asked: Asked, { first, last }: Span) {
  const rule = ruleOf(asked)
  const [from, to] = [
    asked.active_from > first ? asked.active_from : first,
    asked.active_to !== null && asked.active_to < last ? asked.active_to : last,
  ]
  let day = from
  let isCondition = false
  let isAsked = false
  let coveredTo: PlainDate | null = null
  while (day <= to) {
    if (!isAskedOn(rule, day)) {
      day = addDays(day, 1)
      continue
    }
    isAsked = true
    const here = covers.filter((cover) => cover.from <= day && day <= cover.to)
    const full = here.filter((cover) => !cover.isCondition)
    const best = (full.length > 0 ? full : here).toSorted((a, b) => (a.to < b.to ? 1 : -1))[0]
    if (!best) return { gap: day, isAsked, isCondition, coveredTo }
    isCondition ||= best.isCondition
    coveredTo = best.to
    if (best.to >= to) break
    day = addDays(best.to, 1)
  }
  return { gap: null, isAsked, isCondition, coveredTo }
}

/** Of what no day of a span asks for, such as a flu shot in June or before October 20: what counts already, what waits, or that it is not due yet. */
function earlyState(held: readonly Held[], covers: readonly Cover[], { first, last }: Span) {
  const counting = covers.find(({ from, to, isCondition }) => !isCondition && from <= last && first <= to)
  if (counting) return { state: 'covered', coveredTo: counting.to } as const
  const latest = latestOf(held)?.status
  const state =
    latest === 'submitted' || latest === 'in_review'
      ? 'in_review'
      : latest === 'rejected'
        ? 'rejected'
        : 'not_due'
  return { state, coveredTo: null } as const
}

const latestOf = <Row extends Pick<Held, 'submitted_at'>>(rows: readonly Row[]): Row | undefined =>
  rows.toSorted((a, b) => (a.submitted_at < b.submitted_at ? 1 : -1))[0]

/** Why a requirement is not met, by what was sent: what waits or was refused last says what to do next. */
function gapState(
  held: readonly Held[],
  covers: readonly Cover[],
  gap: PlainDate,
  first: PlainDate,
): ClearanceItem['state'] {
  if (held.some(({ status }) => status === 'submitted' || status === 'in_review')) return 'in_review'
  if (gap > first && covers.some(({ from, to }) => from < gap && to < gap && to >= first)) return 'lapses'
  const latest = latestOf(held)
  if (latest?.status === 'rejected' || latest?.status === 'revoked') return latest.status
  return covers.length > 0 || latest?.status === 'lapsed' ? 'expired' : 'missing'
}

const nextSteps = {
  covered: 'none',
  condition: 'renew',
  lapses: 'renew',
  expired: 'renew',
  in_review: 'wait',
  rejected: 'retry',
  revoked: 'retry',
  missing: 'upload',
  not_due: 'upload',
} as const satisfies Record<ClearanceItem['state'], ClearanceItem['next_step']>

/**
 * Is a person cleared for the days of a shift and to the last day of its rotation? Every day of them that a requirement asks for must
 * be covered; a credential that is good today and ends before the last day is not (domain §2.8). Unknown: no one asks for anything.
 */
export function clearanceOf(asked: readonly Asked[], held: readonly Held[], span: Span): Clearance {
  const items = asked.map((requirement): ClearanceItem => {
    const own = held.filter(
      ({ type_id: type, facility_id: facility }) =>
        type === requirement.type_id &&
        (facility === null || !isPerFacility(requirement) || facility === requirement.facility_id),
    )
    const covers = own.flatMap((each) => coversOf(each, requirement))
    const { gap, isAsked, isCondition, ...walked } = walk(covers, requirement, span)
    const { state, coveredTo } = isAsked
      ? {
          state:
            gap === null
              ? isCondition
                ? ('condition' as const)
                : ('covered' as const)
              : gapState(own, covers, gap, span.first),
          coveredTo: walked.coveredTo,
        }
      : earlyState(own, covers, span)
    return {
      requirement_id: requirement.id,
      type_id: requirement.type_id,
      type_name: requirement.type_name,
      is_per_facility: isPerFacility(requirement),
      state,
      covered_to: coveredTo === NEVER_ENDS ? null : coveredTo,
      gap_on: gap,
      is_mandatory: requirement.is_mandatory,
      scope_kind: requirement.scope_kind,
      scope_name: scopeInWords(requirement),
      facility_id: requirement.facility_id,
      since: requirement.active_from,
      until: requirement.active_to,
      due_on:
        isAsked || state === 'covered'
          ? dueDate(requirement, span.first)
          : seasonDue(ruleOf(requirement), span.last),
      is_checked: isChecked(requirement),
      next_step: isChecked(requirement) && state !== 'covered' ? 'check' : nextSteps[state],
    }
  })
  const counted = items.filter(({ is_mandatory: isMandatory }) => isMandatory)
  const status =
    counted.length === 0
      ? 'unknown'
      : counted.some(({ gap_on: gap }) => gap !== null)
        ? 'not_cleared'
        : counted.some(({ state }) => state === 'condition')
          ? 'cleared_with_condition'
          : 'cleared'
  return { status, ...span, items }
}

/** From so many days before the last one on a renewal is offered: as far as a school looks ahead. */
const RENEWABLE_DAYS = 180
type Submitted = Pick<Held, 'type_id' | 'status' | 'facility_id' | 'submitted_at'>

/**
 * What a person can do about an item. Of one that is met: renew it in time, and know of a renewal that waits or was rejected, while the
 * old one still counts (domain §2.8).
 */
export function stepOffered(
  item: ClearanceItem,
  submissions: readonly Submitted[],
  today: PlainDate,
): ClearanceItem['next_step'] {
  if (item.next_step !== 'none' || item.is_checked) return item.next_step
  const latest = latestOf(submissions.filter((one) => isSentFor(item, one)))?.status
  if (latest === 'submitted' || latest === 'in_review') return 'wait'
  if (latest === 'rejected') return 'retry'
  // What the school sent for everyone is not theirs to renew.
  if (latest === undefined) return 'none'
  return item.covered_to !== null && diffDays(today, item.covered_to) <= RENEWABLE_DAYS ? 'renew' : 'none'
}

/** Is this a submission for that item: of its type, and of an orientation for its site? */
const isSentFor = (item: ClearanceItem, { type_id: type, facility_id: site }: Submitted): boolean =>
  type === item.type_id && (!item.is_per_facility || site === null || site === item.facility_id)

/** The rejection that a person has to know of for an item, or undefined: that of the latest they sent. */
export function rejectionOf<Row extends Submitted>(
  item: ClearanceItem,
  submissions: readonly Row[],
): Row | undefined {
  const latest = latestOf(submissions.filter((one) => isSentFor(item, one) && one.status !== 'superseded'))
  return latest?.status === 'rejected' ? latest : undefined
}

/** Answers about one document: a renewal has its own. */
const OF_ONE_DOCUMENT = new Set(['issued_on', 'stated_on', 'agreed', 'result'])

/** What a form begins with: after a rejection with what was sent, and for a renewal without the dates and result of the old document. */
export function answersToBeginWith(
  before: Pick<Credential, 'status' | 'values'> | undefined,
): Credential['values'] {
  const all = Object.entries(before?.values ?? {})
  return Object.fromEntries(
    before?.status === 'approved' ? all.filter(([key]) => !OF_ONE_DOCUMENT.has(key)) : all,
  )
}

/** What is not there and is not due yet, with its day: why someone is cleared without it; null where nothing is. */
export function dueLater(items: readonly ClearanceItem[]): string | null {
  const due = items
    .flatMap(({ type_name: type, is_mandatory: isMandatory, state, due_on: on }) =>
      isMandatory && state === 'not_due' && on ? [{ type, on }] : [],
    )
    .toSorted((a, b) => (a.on < b.on ? -1 : 1))
  return due.length === 0
    ? null
    : `Not due yet: ${due.map(({ type, on }) => `${type}, by ${formatDate(on)}`).join('; ')}.`
}

/** What a later shift asks for that the next one does not, or for longer: items that are not met alone where the next one has them met. */
export function newIn(later: readonly ClearanceItem[], known: readonly ClearanceItem[]): ClearanceItem[] {
  const before = new Map(known.map((item) => [item.requirement_id, item]))
  return later.filter((item) => {
    const one = before.get(item.requirement_id)
    return !one || (one.gap_on === null && item.gap_on !== null)
  })
}

/** The one item of each type that a list shows: of several requirements the one that is met worst; of an orientation one for each site. */
export function worstByType(items: readonly ClearanceItem[]): ClearanceItem[] {
  const rank = (item: ClearanceItem): string =>
    `${item.gap_on === null ? (item.state === 'condition' ? 1 : 2) : 0} ${item.is_mandatory ? 0 : 1} ${item.gap_on ?? item.covered_to ?? NEVER_ENDS}`
  const worst = new Map<string, ClearanceItem>()
  for (const item of items) {
    const key = item.is_per_facility ? `${item.type_id} ${item.facility_id}` : item.type_id
    const known = worst.get(key)
    if (!known || rank(item) < rank(known)) worst.set(key, item)
  }
  return [...worst.values()]
}

/**
 * What rosters, lists, calendars, exports and seats say of a clearance: the status, and of each mandatory type what is wrong with it,
 * by when it is needed, whose rule it is and what to do next (domain §2.8).
 */
export function briefOf({
  status,
  items,
  last,
}: Pick<Clearance, 'status' | 'items' | 'last'>): ClearanceBrief {
  const missing = worstByType(items)
    .filter((item) => item.is_mandatory && item.gap_on !== null)
    .map((item) => `${gapInWords(item, last)} (${item.scope_name}; next: ${stepInWords[item.next_step]})`)
  return { status, missing }
}

const stepInWords: Record<ClearanceItem['next_step'], string> = {
  none: 'nothing',
  upload: 'upload',
  renew: 'renew',
  retry: 'upload again',
  wait: 'wait for review',
  check: 'the school checks it',
}

/** What is wrong with one type, and by or until when, in a few words. */
function gapInWords(item: ClearanceItem, last: PlainDate): string {
  const { type_name: type, state, covered_to: to, gap_on: gap, due_on: due } = item
  const by = formatDate(due ?? gap!)
  switch (state) {
    case 'lapses':
      return `${type} lapses ${formatDate(to ?? gap!)}, needed through ${formatDate(last)}`
    case 'expired':
      return `${type} expired, needed by ${by}`
    case 'in_review':
      return `${type} in review, needed by ${by}`
    case 'rejected':
      return `${type} rejected, needed by ${by}`
    case 'revoked':
      return `${type} no longer counts, needed by ${by}`
    default:
      return `${type} missing, needed by ${by}`
  }
}

/** Why someone is not cleared, in a sentence; null where they are. */
export const notClearedInWords = (clearance: ClearanceBrief | null | undefined): string | null =>
  clearance?.status === 'not_cleared' ? `Not cleared: ${clearance.missing.join('; ')}.` : null

/** Is an item listed to the person? What is between two seasons is not (domain §2.8: flu). */
export const isShown = ({ state, due_on: due }: ClearanceItem): boolean => state !== 'not_due' || due !== null

/** The mandatory items of a clearance that are not met, one of each type. */
export const gapsOf = ({ items }: Pick<Clearance, 'items'>): ClearanceItem[] =>
  worstByType(items).filter((item) => item.is_mandatory && item.gap_on !== null)

/** Types of a clearance that are missing, by name alone: what a facility reads. */
export const missingTypes = (clearance: Pick<Clearance, 'items'>): string[] =>
  gapsOf(clearance).map((item) => item.type_name)

/** The same by who acts next: types that the person still sends, and types that a reviewer decides on. */
export function typesByNextStep(
  clearance: Pick<Clearance, 'items'>,
): Pick<Readiness, 'missing_types' | 'in_review_types'> {
  const [missing, inReview] = [false, true].map((isInReview) =>
    gapsOf(clearance)
      .filter(({ state }) => (state === 'in_review') === isInReview)
      .map((item) => item.type_name),
  )
  return { missing_types: missing!, in_review_types: inReview! }
}

export type SeatStep = 'none' | 'hold' | 'release' | 'remove'
const HELD_HOURS = 24

type HeldSeat = {
  held_at: string | null
  /** What was known when the seat was given: who was let on without clearance is not held for it. */
  decided_status: Clearance['status'] | null
  /** Does the school take seats away after a day? */
  removes: boolean
  today: PlainDate
  now: string
}

/**
 * What becomes of a seat on the day a credential ends: it is held, not taken away, for 24 hours; then taken away if the school says so;
 * and released as soon as the student is cleared or a renewal waits for review (domain §2.8). `today`: the same person's clearance today.
 */
export function seatStep(forShift: Clearance, today: Clearance, seat: HeldSeat): SeatStep {
  const isOver = ({ gap_on: gap, covered_to: to }: ClearanceItem): boolean =>
    gap !== null || (to !== null && to <= seat.today)
  const lapsed = forShift.items.filter(
    (item) =>
      item.is_mandatory &&
      (item.state === 'expired' || item.state === 'lapses') &&
      today.items.some((one) => one.requirement_id === item.requirement_id && isOver(one)),
  )
  if (lapsed.length === 0) return seat.held_at === null ? 'none' : 'release'
  if (seat.held_at === null) return seat.decided_status === 'not_cleared' ? 'none' : 'hold'
  const isDayOver = Date.parse(seat.now) - Date.parse(seat.held_at) >= HELD_HOURS * 3_600_000
  return seat.removes && isDayOver ? 'remove' : 'none'
}

type Checked = { person_id: string; clearance: Pick<Clearance, 'status'> }

/** How many people are not cleared by a change, for one shift or more, who were so for all of them before. */
export function becomeNotCleared(before: readonly Checked[], after: readonly Checked[]): number {
  const isOut = ({ clearance }: Checked): boolean => clearance.status === 'not_cleared'
  const outOf = (rows: readonly Checked[]) => new Set(rows.filter(isOut).map(({ person_id: id }) => id))
  const known = outOf(before)
  return [...outOf(after)].filter((id) => !known.has(id)).length
}

type Reviewed = {
  person_id: string
  status: CredentialStatus
  locked_by: string | null
  locked_by_name: string | null
  is_lock_live: boolean
}
type Asker = { id: string; real_id: string; role: string }
/** Whose type it is, where it is a facility's. */
type Owner = { owner_kind: CredentialType['owner_kind']; owner_name: string }

/**
 * What keeps this person from reviewing it, or null: no one reviews their own, nor what someone else has open; what is sent of a
 * facility's type is the facility's to review (domain §2.8).
 */
export function reviewBlocker(row: Reviewed & Owner, asker: Asker, to: CredentialStatus) {
  if (row.owner_kind === 'facility' && asker.role !== 'facility_admin')
    return refusal('credential.facility_reviews', { facility: row.owner_name })
  if (row.person_id === asker.id || row.person_id === asker.real_id) return refusal('credential.own')
  if (row.is_lock_live && row.locked_by !== asker.id)
    return refusal('credential.locked', { name: row.locked_by_name ?? 'Someone' })
  return mayStep(credentialSteps, row.status, to, 'reviewer') ||
    (to === 'in_review' && row.status === 'in_review')
    ? null
    : refusal('credential.settled', { status: row.status })
}

type Dates = {
  issued_on?: PlainDate | undefined
  expires_on?: PlainDate | undefined
  termEnd: PlainDate | null
  today: PlainDate
}

/**
 * The dates an approval gives, or what keeps it from being given: evidence that is whole, a date, a last day that is not over
 * (domain §2.8: computed, the reviewer may correct it).
 */
export function approvalOf(
  type: Pick<CredentialType, 'evidence' | 'series' | 'validity'>,
  values: Credential['values'],
  { issued_on: given, expires_on: corrected, termEnd, today }: Dates,
) {
  const judged = judge(type, values)
  if (judged.status !== 'complete') return { refused: refusal('credential.incomplete', { gap: judged.gap }) }
  const issued = given ?? judged.issued_on
  const stated = values['stated_on']
  const last =
    corrected ??
    strictest([
      judged.last_day,
      lastDayOf(type.validity, issued, { termEnd, stated: typeof stated === 'string' ? stated : null }),
    ])
  if (last === 'unknown') return { refused: refusal('credential.last_day_missing') }
  if (issued > today) return { refused: refusal('credential.issued_later') }
  if (last !== 'endless' && last < today)
    return { refused: refusal('credential.expired_already', { on: last }) }
  return { issued_on: issued, expires_on: last === 'endless' ? null : last }
}

/** What answers prove before they are sent: until when it would count, or what keeps anyone from approving it. */
export function foreseenOf(
  type: Pick<CredentialType, 'evidence' | 'series' | 'validity'>,
  values: Credential['values'],
  today: PlainDate,
): { words: string; isWarning: boolean } {
  const judged = judge(type, values)
  if (judged.status !== 'complete') return { words: gapOfAnswers(judged.gap), isWarning: false }
  const stated = values['stated_on']
  const last = strictest([
    judged.last_day,
    lastDayOf(type.validity, judged.issued_on, { stated: typeof stated === 'string' ? stated : null }),
  ])
  if (judged.issued_on > today)
    return { words: 'The date is in the future. Check it on the document.', isWarning: true }
  if (last === 'endless') return { words: 'This stays valid without an end.', isWarning: false }
  if (last === 'unknown') return { words: 'Your school says until when it is valid.', isWarning: false }
  return last < today
    ? { words: `This was valid until ${formatDate(last)} and can’t be approved. Send the current one.`, isWarning: true }
    : { words: `This is valid until ${formatDate(last)}.`, isWarning: false }
} // prettier-ignore

/** What keeps it from being accepted on a condition, or null: the type allows it, for so many days, so many times (domain §2.8). */
export function conditionBlocker(
  type: Pick<CredentialType, 'conditional_days' | 'conditional_times'>,
  { until, today, times }: { until: PlainDate; today: PlainDate; times: number },
) {
  const most = type.conditional_days
  if (most === 0) return refusal('credential.no_condition')
  if (times >= type.conditional_times) return refusal('credential.condition_used', { times })
  return until < today || until > addDays(today, most) ? refusal('credential.condition_days', { most }) : null
}

type Waived = {
  person_id: string
  requirement_id: string | null
  /** The type of that requirement, and the facility that states it, where one does. */
  requirement_type_id: string | null
  asked_by: string | null
  until: PlainDate
  today: PlainDate
}

/**
 * What keeps a requirement from being waived, or null: the type allows it, until a day to come, for someone else; a school waives what
 * it asks for itself, a facility one requirement of its own (domain §2.8).
 */
export function waiverBlocker(
  type: Pick<CredentialType, 'id' | 'allows_waiver'>,
  waived: Waived,
  asker: Asker,
) {
  if (waived.person_id === asker.id || waived.person_id === asker.real_id) return refusal('credential.own')
  if (!type.allows_waiver) return refusal('credential.no_waiver')
  if (waived.until < waived.today) return refusal('credential.waiver_over')
  const isFacility = asker.role === 'facility_admin'
  if (waived.requirement_id === null) return isFacility ? refusal('credential.waiver_scope') : null
  if (waived.requirement_type_id !== type.id) return refusal('credential.waiver_scope')
  return waived.asked_by !== null && !isFacility
    ? refusal('credential.facility_waives', { facility: waived.asked_by })
    : null
}

/** Is it confirmed by reading it, without anyone's review: an orientation that only a statement proves (domain §2.8)? */
export const isConfirmedByReading = (
  type: Pick<CredentialType, 'category' | 'evidence' | 'needs_file'>,
): boolean => type.category === 'site_orientation' && type.evidence === 'attestation' && !type.needs_file

/** What keeps a submission from being sent, or null: a document where the type needs one, and nothing where the school looks it up. */
export function submissionBlocker(
  type: Pick<CredentialType, 'evidence' | 'needs_file' | 'status'>,
  files: number,
) {
  if (type.status !== 'active') return refusal('credential.type_retired')
  if (type.evidence === 'external_check') return refusal('credential.school_checks')
  return type.needs_file && files === 0 ? refusal('credential.file_missing') : null
}

/** Which providers of a type someone accepts. */
export type Accepts = { who: string; type: string; providers: readonly string[] }
/** Whose cards are accepted, as a sentence: "Lakeshore accepts BLS certification from A, B or C only." Domain §2.8. */
export const acceptsInWords = ({ who, type, providers }: Accepts): string =>
  `${who} accepts ${type} from ${[providers.slice(0, -1).join(', '), providers.at(-1)].filter(Boolean).join(' or ')} only.`

/** What keeps a credential of this provider from being sent, or null: anyone who asks for it accepts it, or names no providers. */
export function providerBlocker(
  type: Pick<CredentialType, 'name'>,
  { provider }: CredentialValues,
  asked: readonly { scope_name: string; providers: readonly string[] }[],
) {
  const against = asked.find(
    ({ providers }) => providers.length > 0 && !providers.some((each) => each === provider),
  )
  if (!against) return null
  const values: Accepts = { who: against.scope_name, type: type.name, providers: against.providers }
  return refusal('credential.provider_not_accepted', values)
}

/** Who asks for credentials of a type, with the providers that they accept. */
export const acceptedFor = (
  { clearance, later, rules }: Pick<Standing, 'clearance' | 'later' | 'rules'>,
  typeId: string,
) =>
  [...clearance.items, ...later.flatMap(({ items }) => items)]
    .filter((item) => item.type_id === typeId)
    .map((item) => ({
      scope_name: item.scope_name,
      providers: rules.find((rule) => rule.requirement_id === item.requirement_id)?.providers ?? [],
    }))

/** What keeps a school from recording a check of its own, or null: of a type that it looks up itself, about someone else. */
export function checkBlocker(
  type: Pick<CredentialType, 'evidence' | 'status'>,
  { person_id: person }: { person_id: string },
  asker: Asker,
) {
  if (person === asker.id || person === asker.real_id) return refusal('credential.own')
  if (type.evidence !== 'external_check') return refusal('credential.not_checked')
  return type.status === 'active' ? null : refusal('credential.type_retired')
}

/** What a check needs to say besides what its rule reads: with whom. */
export const checkValuesBlocker = (values: Credential['values']) =>
  typeof values['issued_on'] === 'string' && String(values['checked_with'] ?? '').trim().length >= 2
    ? null
    : refusal('credential.check_incomplete')

/** What keeps a document from counting for everyone, or null: it is of insurance, and runs today or later (domain §2.8). */
export function blanketBlocker(
  type: Pick<CredentialType, 'category' | 'status'>,
  { expires_on: last }: { expires_on: PlainDate | null },
  today: PlainDate,
) {
  if (type.status !== 'active') return refusal('credential.type_retired')
  if (type.category !== 'insurance') return refusal('credential.no_blanket')
  return last !== null && last < today ? refusal('credential.blanket_over', { on: last }) : null
}

/** What a submission shows, as people read it. */
export const statusLabels: Record<ShownStatus, string> = {
  submitted: 'Sent',
  in_review: 'In review',
  approved: 'Approved',
  conditionally_approved: 'Approved with a condition',
  rejected: 'Rejected',
  waived: 'Waived',
  revoked: 'No longer counts',
  superseded: 'Replaced',
  lapsed: 'Condition over',
  expiring: 'Expiring',
  expired: 'Expired',
}

/** Reasons of a rejection as people read them. */
export const reasonLabels: Record<ReasonCode, string> = {
  illegible: 'We can’t read it',
  wrong_document: 'Wrong document',
  missing_name: 'No name on it',
  missing_date: 'No date on it',
  expired: 'It has expired',
  not_accepted_provider: 'Provider not accepted',
  incomplete_series: 'Series not complete',
  result_positive: 'Positive result',
  name_mismatch: 'Another name',
  other: 'Something else',
}

/**
 * Which step of the ladder is sent today, and which are passed over: each once; after a gap the latest that is due is sent and the
 * earlier ones are recorded as passed over, so that none is lost without a word. The steps are the school's days before the last one
 * (its setting `reminder_days`), and the last day (domain §2.8).
 */
export function ladderToday(
  expires: PlainDate,
  today: PlainDate,
  done: readonly number[],
  days: readonly number[],
): { send: number | null; passed: number[] } {
  const left = diffDays(today, expires)
  const due = [...days, 0].filter((step) => left <= step && !done.includes(step))
  const send = due.at(-1) ?? null
  // A step is for what still runs: long after the last day no one is notified of it any more.
  if (left < -30) return { send: null, passed: due }
  // The school added it after a later one was sent.
  if (send !== null && done.some((step) => step < send)) return { send: null, passed: due }
  return { send, passed: due.slice(0, -1) }
}

/**
 * Who is notified of a step next to the student: from two weeks before on their instructors, from one week on the coordinators (domain
 * §2.8); of what the school looks up itself the coordinators at each step, because they act.
 */
export function alsoNotified(step: number, isCheckedBySchool = false): string[] {
  const added = [...(step <= 14 ? ['proctor'] : []), ...(step <= 7 ? ['coordinator'] : [])]
  return isCheckedBySchool && !added.includes('coordinator') ? [...added, 'coordinator'] : added
}

/** What documents were read as: their words, and how sure the reader is, from 0 to 100. */
export type Reading = { text: string; confidence: number }

/** Words by which a document of a shipped type is known; of another type, those of its own name. */
const typeWords: Record<string, readonly string[]> = {
  BLS: ['basic life support', 'bls', 'cpr'],
  TB: ['tuberculosis', 'tuberculin', 'quantiferon', 'igra', 't-spot', 'ppd', 'mantoux', 'chest x-ray'],
  FLU: ['influenza', 'flu', 'fluzone', 'flucelvax', 'fluarix', 'flumist'],
  HEPB: ['hepatitis b', 'hep b', 'hbsab', 'anti-hbs', 'engerix', 'recombivax', 'heplisav'],
  MMR: ['measles', 'mumps', 'rubella', 'mmr'],
  VAR: ['varicella', 'chickenpox', 'vzv', 'varivax'],
  TDAP: ['tdap', 'tetanus', 'diphtheria', 'pertussis', 'boostrix', 'adacel'],
  COVID: ['covid', 'sars-cov-2', 'moderna', 'pfizer', 'novavax'],
  BGC: ['background', 'criminal'],
  DRUG: ['drug', 'urine', 'panel', 'chain of custody'],
  LIAB: ['liability', 'insurance', 'insured'],
  HIPAA: ['hipaa'],
  OSHA: ['osha', 'bloodborne'],
  FIT: ['fit test', 'respirator', 'n95'],
  FITMED: ['respirator', 'medical clearance', 'medical evaluation'],
  PHYS: ['physical', 'health form', 'examination'],
  LICENSE: ['license', 'board of nursing'],
}
/** Below this the letters of a picture are guessed. */
const READABLE = 55
const LEAST_LETTERS = 12

/** Letters and digits in lower case without accents, between single spaces. */
const plainWords = (text: string): string =>
  ` ${text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
const holds = (text: string, words: string): boolean => text.includes(plainWords(words))

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DATES =
  /\b(?:(\d{4})-(\d{1,2})-(\d{1,2})|(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})|([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})|(\d{1,2}) ([a-z]{3})[a-z]*\.?,? (\d{4}))\b/gi

type FoundDate = { on: PlainDate; before: string }

/** The dates that a text names, in its order, each with the words before it; what no calendar has is none. */
function datesIn(text: string): FoundDate[] {
  return [...text.matchAll(DATES)].flatMap((found) => {
    const [
      ,
      isoYear,
      isoMonth,
      isoDay,
      usMonth,
      usDay,
      usYear,
      word,
      wordDay,
      wordYear,
      firstDay,
      laterWord,
      laterYear,
    ] = found
    const named = word ?? laterWord
    const year = isoYear ?? wordYear ?? laterYear ?? (usYear!.length === 2 ? `20${usYear}` : usYear!)
    const month = named ? MONTHS.indexOf(named.toLowerCase()) + 1 : Number(isoMonth ?? usMonth)
    const on = `${year}-${String(month).padStart(2, '0')}-${(isoDay ?? usDay ?? wordDay ?? firstDay)!.padStart(2, '0')}`
    return isPlainDate(on) ? [{ on, before: text.slice(Math.max(0, found.index - 40), found.index) }] : []
  })
}

type Checkable = Pick<CredentialType, 'code' | 'name' | 'owner_kind'>
/** Whose document it is to be, and when it is read. */
type Around = { full_name: string; today: PlainDate }

/** What was read, held against the type and the person: is it such a document, legible, theirs, and which dates does it name? */
export function precheckOf(
  type: Checkable,
  { text, confidence }: Reading,
  { full_name: name, today }: Around,
): Precheck {
  const words = plainWords(text)
  const isReadable = confidence >= READABLE && words.trim().length >= LEAST_LETTERS
  const own = (type.owner_kind === 'platform' ? typeWords[type.code] : undefined) ?? longWords(type.name)
  const parts = plainWords(name).trim().split(' ').filter(Boolean)
  const first = parts[0]
  const last = parts.at(-1)
  const has = [first, last].filter((part) => part && words.includes(` ${part} `)).length
  const latest = addDays(today, 3_660)
  const dates = datesIn(text).map(({ on }) => on)
  return {
    type_match: own.some((word) => holds(words, word))
      ? 'yes'
      : isReadable && own.length > 0
        ? 'no'
        : 'unknown',
    is_readable: isReadable,
    dates: [...new Set(dates)]
      .filter((on) => on > '1950-01-01' && on < latest)
      .toSorted()
      .slice(-20),
    name_match: has === 2 ? 'yes' : isReadable && has === 0 ? 'no' : 'unknown',
    confidence: Math.min(100, Math.max(0, Math.round(confidence))),
  }
}

const longWords = (name: string): string[] =>
  plainWords(name)
    .trim()
    .split(' ')
    .filter((word) => word.length > 3)

/**
 * The dates that can be filled in: on which it was issued and until when it is valid, where the document says which is which, or names
 * one alone. Nothing else is guessed.
 */
export function fillsOf(
  { text }: Reading,
  today: PlainDate,
): { issued_on?: PlainDate; stated_on?: PlainDate } {
  const found = datesIn(text)
  const isOf = (words: RegExp) => (one: FoundDate) => words.test(one.before.split('\n').at(-1)!)
  const born = isOf(/birth|dob|born/i)
  const past = found.filter((one) => one.on <= today && !born(one))
  const future = found.filter(({ on }) => on > today)
  const issued =
    past.find(isOf(/issue|complet|given|administ|performed|collected|exam|test|date/i)) ??
    (new Set(past.map(({ on }) => on)).size === 1 ? past[0] : undefined)
  const stated =
    future.find(isOf(/expir|valid|through|until|renew|end/i)) ?? (future.length === 1 ? future[0] : undefined)
  return { ...(issued && { issued_on: issued.on }), ...(stated && { stated_on: stated.on }) }
}

/** What to look at again, in sentences: for the person who sends it and the one who reviews it. */
export function precheckWarnings(checked: Precheck, type: Pick<CredentialType, 'name'>): string[] {
  if (!checked.is_readable)
    return ['We couldn’t read this document. Check that it is sharp and shows the whole page.']
  return [
    checked.type_match === 'no' ? `This doesn’t look like ${type.name}.` : null,
    checked.name_match === 'no' ? 'We didn’t find the student’s name on it.' : null,
    checked.dates.length === 0 ? 'We didn’t find a date on it.' : null,
  ].filter((warning) => warning !== null)
}

/** Did the reader find everything that a reviewer would look for: the type, the name and the dates that were filled in? */
export function isPrechecked({ precheck: found, values }: Pick<Credential, 'precheck' | 'values'>): boolean {
  const said = Object.values(values).flatMap((value) =>
    typeof value === 'string' && isPlainDate(value) ? [value] : Array.isArray(value) ? value : [],
  )
  return (
    found !== null &&
    found.is_readable &&
    found.type_match === 'yes' &&
    found.name_match === 'yes' &&
    said.length > 0 &&
    said.every((on) => found.dates.includes(on))
  )
}

type Bulk = Pick<Credential, 'type_id' | 'precheck' | 'values'> & { is_restricted: boolean }

/** What keeps several from being approved at once, or null: all of one type, and the reader found everything on each (domain §2.8). */
export function bulkBlocker(rows: readonly Bulk[]) {
  if (new Set(rows.map(({ type_id: type }) => type)).size > 1) return refusal('credential.bulk_types')
  const open = rows.filter((row) => row.is_restricted || !isPrechecked(row)).length
  return open > 0 ? refusal('credential.bulk_unchecked', { open }) : null
}

type RecordField = Exclude<keyof RecordRow, 'line'>

/** The columns of a file of records, how they are called, and by which headings they are known. */
export const recordColumns = [
  { field: 'person', label: 'Person (email or student number)', isRequired: true, headings: ['person', 'email', 'emailaddress', 'studentnumber', 'studentid', 'student'] },
  { field: 'type', label: 'Credential', isRequired: true, headings: ['credential', 'type', 'credentialtype', 'requirement', 'code'] },
  { field: 'issued_on', label: 'Date issued', isRequired: true, headings: ['dateissued', 'issued', 'issuedon', 'issuedate', 'date', 'completed', 'completedon'] },
  { field: 'expires_on', label: 'Valid until', isRequired: false, headings: ['validuntil', 'expires', 'expireson', 'expiration', 'expirationdate', 'expires', 'expirydate'] },
  { field: 'result', label: 'Result', isRequired: false, headings: ['result', 'outcome', 'titer', 'status'] },
] as const satisfies readonly { field: RecordField; label: string; isRequired: boolean; headings: readonly string[] }[] // prettier-ignore

/** Which column of a file holds what: by its heading, each once; null is a column that is not used. */
export function matchRecordColumns(headings: readonly string[]): (RecordField | null)[] {
  const wanted = headings.map((heading) => {
    const key = heading.toLowerCase().replaceAll(/[^a-z]/g, '')
    return recordColumns.find((column) => (column.headings as readonly string[]).includes(key))?.field ?? null
  })
  return wanted.map((field, at) => (wanted.indexOf(field) === at ? field : null))
}

/** Why the columns of a file of records cannot be read as they are chosen; null when they can. */
export function recordColumnsProblem(columns: readonly (string | null)[]): string | null {
  const twice = recordColumns.find(({ field }) => columns.filter((column) => column === field).length > 1)
  if (twice) return `Two columns are chosen as ${twice.label}. Choose one of them.`
  const missing = recordColumns.filter(({ field, isRequired }) => isRequired && !columns.includes(field))
  return missing.length > 0 ? `Choose the column for: ${missing.map(({ label }) => label).join(', ')}.` : null
}

/** The rows below the headings of a file by what its columns hold; blank lines are left out. `line` is the line of the file. */
export function recordsOf(
  table: readonly (readonly string[])[],
  columns: readonly (RecordField | null)[],
): RecordRow[] {
  return table.flatMap((cells, at) => {
    if (at === 0 || cells.every((cell) => cell.trim() === '')) return []
    const of = (field: RecordField): string => {
      const column = columns.indexOf(field)
      return column < 0 ? '' : (cells[column] ?? '').trim()
    }
    return [{ line: at + 1, person: of('person'), type: of('type'), issued_on: of('issued_on'), expires_on: of('expires_on'), result: of('result') }] // prettier-ignore
  })
}

/** A date as files write it, year first or month first; null where a cell is none. */
export function dateOfCell(cell: string): PlainDate | null {
  const found = datesIn(cell)
  const isAlone = found.length === 1 && !/[a-z0-9]/i.test(cell.replace(DATES, ''))
  return isAlone ? found[0]!.on : null
}

const goodResults: Partial<Record<CredentialType['evidence'], readonly string[]>> = {
  result: ['clear', 'cleared', 'pass', 'passed', 'negative'],
  tuberculosis: ['negative', 'neg', 'clear', 'normal'],
  series: ['positive', 'pos', 'immune', 'complete', 'completed'],
  hepatitis_b: ['positive', 'pos', 'immune', 'complete', 'completed'],
  external_check: ['clear', 'cleared', 'pass', 'passed', 'active', 'verified', 'none'],
}

type Recorded = Pick<CredentialType, 'evidence' | 'validity' | 'owner_kind' | 'owner_name' | 'status'>

/**
 * What a school's record of before counts for: from when and until when, as an approval by this school; or why it does not. A result
 * that is not good is never approved by a file.
 */
export function recordOf(
  type: Recorded,
  {
    issued_on: issuedCell,
    expires_on: expiresCell,
    result,
  }: Pick<RecordRow, 'issued_on' | 'expires_on' | 'result'>,
  { today, termEnd }: { today: PlainDate; termEnd: PlainDate | null },
) {
  if (type.owner_kind === 'facility')
    return { refused: refusal('credential.facility_reviews', { facility: type.owner_name }) }
  if (type.status !== 'active') return { refused: refusal('credential.type_retired') }
  const issued = dateOfCell(issuedCell)
  const stated = expiresCell === '' ? null : dateOfCell(expiresCell)
  if (issued === null) return { refused: refusal('credential.record_date', { cell: issuedCell }) }
  if (expiresCell !== '' && stated === null)
    return { refused: refusal('credential.record_date', { cell: expiresCell }) }
  if (issued > today) return { refused: refusal('credential.issued_later') }
  const good = goodResults[type.evidence]
  const isMissing = type.evidence === 'result' && result === ''
  if (good && (isMissing || (result !== '' && !good.includes(result.toLowerCase()))))
    return { refused: refusal('credential.record_result', { result }) }
  const last = stated ?? lastDayOf(type.validity, issued, { termEnd, stated })
  if (last === 'unknown') return { refused: refusal('credential.last_day_missing') }
  if (last !== 'endless' && last < issued) return { refused: refusal('credential.record_order') }
  return { issued_on: issued, expires_on: last === 'endless' ? null : last }
}

/** As many records one file may have. */
export const MOST_RECORDS = 10_000
