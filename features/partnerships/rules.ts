import { addDays, diffDays, formatDate, formatRange, type PlainDate } from '#core/plain-date.ts'
import type {
  AgreementKind,
  Partnership,
  PartnershipGroup,
  PartnershipSide,
  PartnershipState,
  PartnershipStatus,
  PartnershipTerms,
} from './contract.ts'

/** Days before the last one from which an agreement counts as expiring. */
export const EXPIRING_DAYS = 90
/** Hours in which a withdrawn request can be had back. */
export const UNDO_HOURS = 24

export const agreementKindLabels: Record<AgreementKind, string> = {
  affiliation: 'Affiliation agreement',
  mou: 'Memorandum of understanding',
  observation_only: 'Observation only',
  none: 'No written agreement',
}

/**
 * Where a partnership stands on a day: ending from the day it was ended with notice; else active becomes expiring with 90 days
 * or less to go, and expired after its last day.
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

export type Command =
  | 'submit'
  | 'withdraw'
  | 'restore'
  | 'review'
  | 'accept'
  | 'decline'
  | 'suspend'
  | 'resume'
  | 'terminate'
  | 'continue'
  | 'propose'
  | 'answer'

const from: Record<Command, readonly PartnershipStatus[]> = {
  submit: ['draft'],
  withdraw: ['requested', 'under_review'],
  restore: ['withdrawn'],
  review: ['requested'],
  accept: ['requested', 'under_review'],
  decline: ['requested', 'under_review'],
  suspend: ['active'],
  resume: ['suspended'],
  terminate: ['active', 'suspended'],
  continue: ['active', 'suspended'],
  propose: ['active', 'suspended', 'expired'],
  answer: ['active', 'suspended', 'expired'],
}

type Standing = Pick<
  Partnership,
  | 'status'
  | 'direction'
  | 'side'
  | 'suspended_by_side'
  | 'proposal_side'
  | 'withdrawn_at'
  | 'ends_on'
  | 'ending_side'
>

/** Who asked, and who answers. */
export function askingSide({ direction }: Pick<Partnership, 'direction'>): 'school' | 'facility' {
  return direction === 'school_requested' ? 'school' : 'facility'
}

/**
 * Why this command is not the asker's now; null when it is. Askers submit, withdraw and restore (for 24 hours); the other
 * side reviews, accepts and declines; either suspends, terminates and proposes; who suspended resumes; who did not propose
 * answers. The superadmin does all of it. `now` in milliseconds.
 */
export function obstacle(command: Command, partnership: Standing, now: number): string | null {
  const { status, side, suspended_by_side: suspendedBy, proposal_side: proposedBy } = partnership
  if (side === null) return 'The administrators of the whole organization decide this.'
  if (!from[command].includes(status)) return `Not possible while it is ${status.replaceAll('_', ' ')}.`
  const asks = askingSide(partnership)
  const isOf = (wanted: PartnershipSide) => side === 'platform' || side === wanted
  switch (command) {
    case 'submit':
    case 'withdraw':
      return isOf(asks) ? null : `Only the ${asks} that asked does this.`
    case 'restore':
      if (!isOf(asks)) return `Only the ${asks} that asked does this.`
      return now - Date.parse(partnership.withdrawn_at ?? '') > UNDO_HOURS * 3_600_000
        ? 'A withdrawal can be taken back for 24 hours.'
        : null
    case 'review':
    case 'accept':
    case 'decline':
      return isOf(asks === 'school' ? 'facility' : 'school') ? null : 'The other side answers this.'
    case 'resume':
      return isOf(suspendedBy ?? 'platform')
        ? null
        : `It was suspended by the ${suspendedBy === 'platform' ? 'superadmin' : suspendedBy}: only they resume it.`
    case 'terminate':
      return partnership.ends_on ? 'Not possible while it is ending: take that back first.' : null
    case 'continue':
      if (!partnership.ends_on) return 'Not possible: it is not ending.'
      return isOf(partnership.ending_side ?? 'platform')
        ? null
        : `It was ended by the ${partnership.ending_side === 'platform' ? 'superadmin' : partnership.ending_side}: only they take that back.`
    case 'propose':
      return proposedBy && proposedBy !== side ? 'Answer the terms that were put forward first.' : null
    case 'answer':
      if (!proposedBy) return 'No terms wait for an answer.'
      return proposedBy === side && side !== 'platform'
        ? 'The other side answers what you put forward.'
        : null
    default:
      return null
  }
}

/** What a partnership asks of the reader now, in a sentence; whose turn it is comes first. */
export function whatNow(
  partnership: Standing &
    Pick<
      Partnership,
      'state' | 'days_left' | 'effective_from' | 'effective_to' | 'ends_on' | 'status_reason'
    >,
): string {
  const { state, side, days_left: left, effective_to: to, status_reason: reason } = partnership
  const asks = askingSide(partnership)
  const answers = asks === 'school' ? 'facility' : 'school'
  const mine = side === 'platform' ? null : side
  if (partnership.proposal_side && ['active', 'expiring', 'suspended', 'expired'].includes(state))
    return partnership.proposal_side === mine
      ? 'New terms wait for the other side’s answer.'
      : 'New terms wait for your answer.'
  switch (state) {
    case 'draft':
      return 'Not sent yet: finish it and send it.'
    case 'requested':
      return mine === answers
        ? 'Your answer is waited for: review, accept or decline.'
        : `Waits for the ${answers}.`
    case 'under_review':
      return mine === answers
        ? 'You are reviewing it: accept with an agreement, or decline.'
        : `The ${answers} is looking at it.`
    case 'active':
      return to ? `In force until ${formatDate(to)}.` : 'In force.'
    case 'ending':
      return `Ends on ${partnership.ends_on ? formatDate(partnership.ends_on) : 'its last day'}: ${reason ?? ''} No shift after that day can be requested.`
    case 'expiring':
      return `Runs out ${left === 0 ? 'today' : left === 1 ? 'tomorrow' : `in ${left} days`}: propose new terms.`
    case 'expired':
      return 'The agreement has run out: propose new terms, or ask again.'
    case 'suspended':
      return partnership.suspended_by_side === mine
        ? `You suspended it: ${reason ?? ''} Resume it when that is settled.`
        : `Suspended by the ${partnership.suspended_by_side === 'platform' ? 'superadmin' : partnership.suspended_by_side}: ${reason ?? ''}`
    case 'declined':
      return `Declined: ${reason ?? 'no reason kept'} You may ask again.`
    case 'withdrawn':
      return 'Withdrawn. You may ask again.'
    case 'terminated':
      return `Ended on ${partnership.ends_on ? formatDate(partnership.ends_on) : 'an earlier day'}: ${reason ?? ''}`
  }
}

/** What does not hold together in an agreement's terms: field → sentence; nothing when they do. */
export function termProblems(
  terms: Pick<PartnershipTerms, 'effective_from' | 'effective_to' | 'signed_on'>,
  today: PlainDate,
): Partial<Record<keyof PartnershipTerms, string>> {
  const { effective_from: first, effective_to: last } = terms
  if (!first || !last)
    return {
      ...(!first && { effective_from: 'Fill in the first day.' }),
      ...(!last && { effective_to: 'Fill in the last day.' }),
    }
  if (last < first) return { effective_to: 'The agreement must not end before it begins.' }
  if (last < today) return { effective_to: 'This agreement is over already. Give it a later last day.' }
  if (diffDays(first, last) > 3660) return { effective_to: 'An agreement runs ten years at most.' }
  return {}
}

/** What does not hold together in the seats of units and the closed days: path of the field → sentence; nothing when they do. */
export function seatProblems(
  units: readonly { unit_id: string; seats: number | '' }[],
  blackout: readonly { from: string; to: string }[],
): Record<string, string> {
  const problems: Record<string, string> = {}
  units.forEach(({ unit_id: id, seats }, index) => {
    if (!id) problems[`quota_by_unit.${index}.unit_id`] = 'Choose a unit.'
    else if (units.findIndex((other) => other.unit_id === id) !== index)
      problems[`quota_by_unit.${index}.unit_id`] = 'This unit is in the list already.'
    if (seats === '' || seats < 1 || seats > 10_000)
      problems[`quota_by_unit.${index}.seats`] = 'From 1 to 10,000.'
  })
  blackout.forEach(({ from: first, to: until }, index) => {
    if (!first) problems[`blackout.${index}.from`] = 'Fill in the first day.'
    if (!until) problems[`blackout.${index}.to`] = 'Fill in the last day.'
    else if (first && until < first)
      problems[`blackout.${index}.to`] = 'The last day must not be before the first.'
  })
  return problems
}

/** The seats taken in each semester, in words: "24 in Fall 2026, 8 in Spring 2027". */
export function seatUseWords(use: readonly { semester: string; seats: number }[]): string {
  return use.map(({ semester, seats }) => `${seats} in ${semester}`).join(', ')
}

/** The earliest last day of a partnership that is ended today, with the notice agreed on. */
export function earliestEnd(today: PlainDate, noticeDays: number, side: PartnershipSide | null): PlainDate {
  return addDays(today, side === 'platform' ? 0 : noticeDays)
}

/** The states of each group that a list can be narrowed to. */
const groups: Readonly<Record<PartnershipGroup, readonly PartnershipState[]>> = {
  open: ['draft', 'requested', 'under_review', 'suspended', 'expiring', 'ending', 'expired'],
  force: ['active', 'expiring', 'ending', 'suspended'],
  over: ['declined', 'withdrawn', 'terminated', 'expired'],
}

/** Does this state belong to the group chosen? Without one all do. */
export function isInGroup(state: PartnershipState, group: PartnershipGroup | undefined): boolean {
  return group === undefined || groups[group].includes(state)
}

/** Does it fit what was typed and chosen? */
export function fits(
  partnership: Pick<Partnership, 'school_name' | 'organization_name' | 'site_names' | 'city' | 'state'>,
  { q = '', state }: { q?: string | undefined; state?: string | undefined },
): boolean {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const text =
    `${partnership.school_name} ${partnership.organization_name} ${partnership.city ?? ''} ${partnership.site_names.join(' ')}`.toLowerCase()
  return (!state || partnership.state === state) && words.every((word) => text.includes(word))
}

/** The states in the order of a partnership's life, as filters and lists have them. */
export const shownStates: readonly PartnershipState[] = [
  'draft', 'requested', 'under_review', 'active', 'expiring', 'ending', 'suspended', 'expired', 'declined', 'withdrawn', 'terminated',
] // prettier-ignore

const sorts: Record<string, (row: Ordered) => string> = {
  organization: (row) => row.organization_name,
  school: (row) => row.school_name,
  state: (row) => String(shownStates.indexOf(row.state)).padStart(2, '0'),
  effective_to: (row) => row.effective_to ?? '9999',
}
type Ordered = Pick<Partnership, 'organization_name' | 'school_name' | 'state' | 'effective_to'>

/** The rows by the column chosen; as they are without one. */
export function inOrder<Row extends Ordered>(
  rows: Row[],
  { sort, dir }: { sort?: string | undefined; dir?: 'asc' | 'desc' | undefined },
): Row[] {
  const by = sorts[sort ?? '']
  if (!by) return rows
  const sign = dir === 'desc' ? -1 : 1
  return rows.toSorted((a, b) => sign * by(a).localeCompare(by(b)))
}

/** The rows that a list shows, in its order: what is typed and chosen narrows it down, and its file has the same. */
export function shownOf<Row extends Parameters<typeof fits>[0] & Ordered>(
  all: readonly Row[],
  by: Parameters<typeof fits>[1] & Parameters<typeof inOrder>[1] & { show?: PartnershipGroup | undefined },
): Row[] {
  return inOrder(
    all.filter((row) => isInGroup(row.state, by.show) && fits(row, by)),
    by,
  )
}

export const exportColumns = [
  'School', 'Organization', 'State', 'Sites', 'Agreement', 'First day', 'Last day', 'Notice (days)', 'Files', 'Reason',
] // prettier-ignore

/** One line of the CSV export. */
export function exportRow(row: Partnership): (string | number | null)[] {
  return [
    row.school_name, row.organization_name, row.state.replaceAll('_', ' '), row.all_sites ? 'all sites' : row.site_names.join('; '),
    agreementKindLabels[row.agreement_kind], row.effective_from, row.effective_to, row.notice_days, row.file_count, row.status_reason,
  ] // prettier-ignore
}

/** Is this the beginning of a PDF? */
export function isPdf(bytes: Uint8Array): boolean {
  return bytes.length > 4 && [0x25, 0x50, 0x44, 0x46, 0x2d].every((byte, at) => bytes[at] === byte)
}

/** The dates of an agreement in words; a dash while there are none. */
export function datesOf({
  effective_from: first,
  effective_to: last,
}: Pick<Partnership, 'effective_from' | 'effective_to'>): string {
  return first && last ? formatRange(first, last) : '—'
}
