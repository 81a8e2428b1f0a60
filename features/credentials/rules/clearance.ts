import { addDays, diffDays, formatDate, type PlainDate } from '#core/plain-date.ts'
import type { CredentialType, Requirement } from '#features/credential-types/contract.ts'
import {
  dueDate,
  isRequiredOn,
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
  Readiness,
  ShownStatus,
} from '../contract.ts'

/** The number of days before the last one in which it counts as expiring (domain §2.8). */
const EXPIRING_DAYS = 30

/** The status to show: approved submissions are expiring in their last 30 days, and expired after them (domain §2.8). */
export function statusOn(
  { status, expires_on: last }: Pick<Credential, 'status' | 'expires_on'>,
  today: PlainDate,
): ShownStatus {
  if (status !== 'approved' || last === null) return status
  if (last < today) return 'expired'
  return diffDays(today, last) <= EXPIRING_DAYS ? 'expiring' : status
}

/** A submission as clearance needs it. */
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

/** A requirement with the validity rule of its type. */
export type RequirementWithRule = Requirement & {
  type_validity: CredentialType['validity']
  type_category: CredentialType['category']
  type_evidence: CredentialType['evidence']
  /** The facility whose type it is; its own verifiers review it. */
  type_facility_id: string | null
  grace_days: number
}

/** From when to when a submission covers a requirement, and whether only conditionally. */
type Cover = { from: PlainDate; to: PlainDate; isCondition: boolean }
const EVER = '0001-01-01'
const NEVER_ENDS = '9999-12-31'

/** The days on which a submission covers a requirement: until its own last day, or the requirement's stricter one (domain §2.8). */
function coversOf(held: Held, asked: RequirementWithRule): Cover[] {
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

/** A waiver covers one requirement, or everything the school itself requires, which excludes facilities' requirements (domain §2.8). */
const isWaived = ({ waived_requirement_id: one }: Held, asked: RequirementWithRule): boolean =>
  one === null ? asked.facility_id === null : one === asked.id

/** An orientation counts only at its site; everything else counts everywhere. */
const isPerFacility = ({ type_category: category }: RequirementWithRule): boolean =>
  category === 'site_orientation'

/** True if the school checks it itself, so the person does nothing about it. */
const isChecked = ({ type_evidence: evidence }: RequirementWithRule): boolean => evidence === 'external_check'

/** The days to be cleared for; without a shift, today's. */
type Span = { first: PlainDate; last: PlainDate; hasShift?: boolean | undefined }

const ruleOf = (asked: RequirementWithRule): CredentialType['validity'] =>
  asked.validity ?? asked.type_validity

/** Whether a requirement is met on the days of a span: the first day that is required and not covered, if any. */
function walk(covers: readonly Cover[], asked: RequirementWithRule, { first, last }: Span) {
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
    if (!isRequiredOn(rule, day)) {
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

/**
 * For a requirement that applies on no day of a span, such as a flu shot in June or
 * before October 20: what already counts, is waiting, or that it is not due yet.
 */
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

export const latestOf = <Row extends Pick<Held, 'submitted_at'>>(rows: readonly Row[]): Row | undefined =>
  rows.toSorted((a, b) => (a.submitted_at < b.submitted_at ? 1 : -1))[0]

/** Why a requirement is not met, from what was sent: the latest waiting or refused submission determines the next step. */
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

/** The last covered day before a day, if any. */
const endBefore = (day: PlainDate, covers: readonly Cover[]): PlainDate | null =>
  covers
    .map(({ to }) => to)
    .filter((to) => to < day)
    .toSorted()
    .at(-1) ?? null

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
 * Whether a person is cleared for the days of a shift through the last day of its rotation.
 * Every required day must be covered; a credential that is valid today and ends before the
 * last day is not enough (domain §2.8). Unknown: nothing is required.
 */
export function clearanceOf(
  asked: readonly RequirementWithRule[],
  held: readonly Held[],
  span: Span,
): Clearance {
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
          coveredTo: walked.coveredTo ?? (gap && endBefore(gap, covers)),
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
          ? dueDate(requirement, span.hasShift === false ? null : span.first)
          : seasonDue(ruleOf(requirement), span.last),
      is_checked: isChecked(requirement),
      reviewer: requirement.type_facility_id === null ? 'school' : 'facility',
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

/** What is missing but not due yet, with its due date: explains why the person is still cleared; null if there is nothing. */
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

/** What a later shift requires beyond the next one; items of the next shift only if they are met there and not on the later one. */
export function newIn(later: readonly ClearanceItem[], known: readonly ClearanceItem[]): ClearanceItem[] {
  const before = new Map(known.map((item) => [item.requirement_id, item]))
  return later.filter((item) => {
    const one = before.get(item.requirement_id)
    return !one || (one.gap_on === null && item.gap_on !== null)
  })
}

/** One requirement for a person: a type, which for an orientation is asked for at each site. */
const typeOf = (item: ClearanceItem): string =>
  item.is_per_facility ? `${item.type_id} ${item.facility_id}` : item.type_id

/** What is required, and what everyone who asks for it leaves optional: each type is in one of them. */
export function byDuty(
  items: readonly ClearanceItem[],
): Record<'required' | 'optional', readonly ClearanceItem[]> {
  const mandatory = new Set(items.filter((item) => item.is_mandatory).map(typeOf))
  return {
    required: items.filter((item) => mandatory.has(typeOf(item))),
    optional: items.filter((item) => !mandatory.has(typeOf(item))),
  }
}

/** One item per type for a list: of several requirements the one that is met worst; for an orientation one per site. */
export function worstByType(items: readonly ClearanceItem[]): ClearanceItem[] {
  const rank = (item: ClearanceItem): string =>
    `${item.gap_on === null ? (item.state === 'condition' ? 1 : 2) : 0} ${item.is_mandatory ? 0 : 1} ${item.gap_on ?? item.covered_to ?? NEVER_ENDS}`
  const worst = new Map<string, ClearanceItem>()
  for (const item of items) {
    const key = typeOf(item)
    const known = worst.get(key)
    if (!known || rank(item) < rank(known)) worst.set(key, item)
  }
  return [...worst.values()]
}

/**
 * The text of a clearance for rosters, lists, calendars, exports and seats: the status, and for each
 * mandatory type what is wrong, by when it is needed, whose rule it is and the next step (domain §2.8). Without a
 * shift, an item is needed only by its own due date. `today`, the school's: what ends before the shift may still be valid.
 */
export function briefOf(
  { status, items, last }: Pick<Clearance, 'status' | 'items' | 'last'>,
  today: PlainDate,
  hasShift = true,
): ClearanceBrief {
  const missing = worstByType(items)
    .filter((item) => item.is_mandatory && item.gap_on !== null)
    .map(
      (item) =>
        `${gapInWords(item, last, hasShift, today)} (${item.scope_name}; next: ${item.next_step === 'wait' ? `the ${item.reviewer} reviews it` : stepInWords[item.next_step]})`,
    )
  return { status, missing }
}

const stepInWords: Record<Exclude<ClearanceItem['next_step'], 'wait'>, string> = {
  none: 'nothing',
  upload: 'upload',
  renew: 'renew',
  retry: 'upload again',
  check: 'the school checks it',
}

/** True if an item that ends before the days of a clearance is still covered on a day. */
export const isValidOn = (day: PlainDate, { covered_to: to }: Pick<ClearanceItem, 'covered_to'>): boolean =>
  to !== null && to >= day

/** What is wrong with one type, and by or until when, in a few words. */
function gapInWords(item: ClearanceItem, last: PlainDate, hasShift: boolean, today: PlainDate): string {
  const { type_name: type, state, covered_to: to, gap_on: gap, due_on: due } = item
  const day = due ?? (hasShift ? gap : null)
  const by = day ? `, needed by ${formatDate(day)}` : ''
  switch (state) {
    case 'lapses':
      return `${type} lapses ${formatDate(to ?? gap!)}, needed through ${formatDate(last)}`
    case 'expired':
      return `${type} ${isValidOn(today, item) ? `expires ${formatDate(to!)}` : 'expired'}${by}`
    case 'in_review':
      return `${type} in review${by}`
    case 'rejected':
      return `${type} rejected${by}`
    case 'revoked':
      return `${type} no longer counts${by}`
    default:
      return `${type} missing${by}`
  }
}

/** Sorts required items by urgency: what blocks a shift, what is in review, what is optional, and what is met. */
export const byUrgency = (a: ClearanceItem, b: ClearanceItem): number => urgency(a) - urgency(b)

function urgency({ gap_on: gap, state, is_mandatory: isMandatory }: ClearanceItem): number {
  if (gap === null) return state === 'condition' ? 3 : 4
  if (!isMandatory) return 2
  return state === 'in_review' ? 1 : 0
}

/** The next shift of the person whose submission is waiting; a facility cannot see students' seats, so it is not told "No shift". */
export const queuedFor = (nextShift: string | null, isFacility: boolean): string | null =>
  nextShift ? `Shift ${formatDate(nextShift)}` : isFacility ? null : 'No shift'

const MOST_LISTED = 3

/** What is missing, in a sentence that stays short: the first few, and how many more there are. */
export function missingInWords(missing: readonly string[]): string {
  if (missing.length <= MOST_LISTED) return missing.join('; ')
  const shown = MOST_LISTED - 1
  return `${missing.slice(0, shown).join('; ')}; and ${missing.length - shown} more`
}

/** Why a person is not cleared, in a sentence; null if they are. */
export const notClearedInWords = (clearance: ClearanceBrief | null | undefined): string | null =>
  clearance?.status === 'not_cleared' ? `Not cleared: ${missingInWords(clearance.missing)}.` : null

/** True if the item is listed for the person. Items between two seasons are not (domain §2.8: flu). */
export const isShown = ({ state, due_on: due }: ClearanceItem): boolean => state !== 'not_due' || due !== null

/** The mandatory items of a clearance that are not met, one per type. */
export const gapsOf = ({ items }: Pick<Clearance, 'items'>): ClearanceItem[] =>
  worstByType(items).filter((item) => item.is_mandatory && item.gap_on !== null)

/** True if something that is missing is for the person to send, and not for others to review or check. */
export const hasToSend = (clearance: Pick<Clearance, 'items'>): boolean =>
  gapsOf(clearance).some(({ next_step: step }) => step === 'upload' || step === 'renew' || step === 'retry')

/** Missing types of a clearance, by name only: what a facility reads. */
export const missingTypes = (clearance: Pick<Clearance, 'items'>): string[] =>
  gapsOf(clearance).map((item) => item.type_name)

/** Missing types by who acts next: those the person still has to send, and those a reviewer has to decide. */
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
  /** The clearance when the seat was given: a seat given without clearance is not held for it. */
  decided_status: Clearance['status'] | null
  /** True if the school removes held seats after a day. */
  removes: boolean
  today: PlainDate
  /** When the shift begins, and now: ISO instants. */
  starts_at: string
  now: string
}

/**
 * What happens to a seat when a credential ends: it is held for 24 hours, then removed if
 * the school says so; and released as soon as the student is cleared or a renewal is waiting
 * for review (domain §2.8). After the shift has begun, attendance decides. `today`: the same person's clearance today.
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
  if (Date.parse(seat.starts_at) <= Date.parse(seat.now)) return 'none'
  if (seat.held_at === null) return seat.decided_status === 'not_cleared' ? 'none' : 'hold'
  const isDayOver = Date.parse(seat.now) - Date.parse(seat.held_at) >= HELD_HOURS * 3_600_000
  return seat.removes && isDayOver ? 'remove' : 'none'
}

type Checked = { person_id: string; clearance: Pick<Clearance, 'status'> }

/** How many people a change makes not cleared for at least one shift, who were cleared for all before. */
export function becomeNotCleared(before: readonly Checked[], after: readonly Checked[]): number {
  const isOut = ({ clearance }: Checked): boolean => clearance.status === 'not_cleared'
  const outOf = (rows: readonly Checked[]) => new Set(rows.filter(isOut).map(({ person_id: id }) => id))
  const known = outOf(before)
  return [...outOf(after)].filter((id) => !known.has(id)).length
}
