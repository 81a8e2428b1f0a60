import { dayHere, formatDate, todayHere } from '#core/plain-date.ts'
import type { Clearance, ClearanceItem, ClearanceStatus, Credential } from '../contract.ts'
import { isValidOn } from '../rules.ts'

/** Label and look of a clearance: icon, word and color. */
export const clearanceLooks: Record<ClearanceStatus, { state: string; label: string }> = {
  cleared: { state: 'confirmed', label: 'Cleared' },
  cleared_with_condition: { state: 'expiring', label: 'Cleared with a condition' },
  not_cleared: { state: 'missing', label: 'Not cleared' },
  unknown: { state: 'inactive', label: 'Nothing required' },
}

const itemLooks: Record<ClearanceItem['state'], { state: string; label: string }> = {
  covered: { state: 'approved', label: 'Approved' },
  condition: { state: 'expiring', label: 'With a condition' },
  lapses: { state: 'expiring', label: 'Lapses too early' },
  expired: { state: 'overdue', label: 'Expired' },
  in_review: { state: 'in_review', label: 'In review' },
  rejected: { state: 'rejected', label: 'Try again' },
  revoked: { state: 'revoked', label: 'No longer counts' },
  missing: { state: 'missing', label: 'Missing' },
  not_due: { state: 'inactive', label: 'Not due yet' },
}

/** What ends before the shift, and not before today. */
const endsLater = (item: ClearanceItem): boolean => item.state === 'expired' && isValidOn(todayHere(), item)

/** A missing optional item blocks no shift, so it shows as optional; what is still valid today has not expired. */
export const lookOf = (item: ClearanceItem) =>
  item.state === 'missing' && !item.is_mandatory
    ? { state: 'inactive', label: 'Optional' }
    : itemLooks[endsLater(item) ? 'lapses' : item.state]

/** The shift a student's clearance is for; one on campus has no facility. */
export const nextShiftWords = ({
  facility_name: at,
  date,
  last,
}: {
  facility_name: string
  date: string
  last: string
}): string =>
  `For your shift${at && ` at ${at}`} on ${formatDate(date, 'weekday')}${last > date ? `, through ${formatDate(last)}` : ''}.`

/** What an item means for the days that were checked, and the next step. */
export function itemWords(item: ClearanceItem, { last }: Pick<Clearance, 'last'>): string {
  const { state, covered_to: to, gap_on: gap, due_on: due } = item
  if (item.next_step === 'check' && state !== 'condition' && state !== 'lapses')
    return 'The school checks this. Nothing to send.'
  const by = due ? `. Needed by ${formatDate(due)}` : ''
  switch (state) {
    case 'covered':
      return to ? `Valid until ${formatDate(to)}` : 'No expiration'
    case 'condition':
      return to ? `Counts until ${formatDate(to)}` : 'Counts for now'
    case 'lapses':
      return `Lapses ${formatDate(to ?? gap!)}, before your last shift on ${formatDate(last)}`
    case 'expired':
      return `${endsLater(item) ? `Lapses ${formatDate(to!)}. ` : ''}Send a new one${by}`
    case 'in_review':
      return item.reviewer === 'school' ? 'Your school is reviewing it' : 'The facility is reviewing it'
    case 'rejected':
    case 'revoked':
      return `Read the note and send it again${by}`
    case 'not_due':
      return due ? `Due ${formatDate(due)}` : 'Not needed for these days'
    case 'missing':
      return due ? `Due ${formatDate(due)}` : 'Needed before your first shift'
  }
}

/** Whose rule it is, since when and until when. */
export function askedBy({ scope_name: who, since, until, is_mandatory: isMandatory }: ClearanceItem): string {
  return `${isMandatory ? 'Required' : 'Optional, asked for'} by ${who} since ${formatDate(since)}${until ? `, until ${formatDate(until)}` : ''}`
}

/** Until when a submission counts, or when it was sent. */
export function validityOf(row: Credential): string {
  if (row.status === 'waived' && row.waived_until) return `Waived until ${formatDate(row.waived_until)}`
  if (row.status === 'conditionally_approved' && row.conditional_until)
    return `Counts until ${formatDate(row.conditional_until)}`
  if (row.status === 'approved')
    return row.expires_on ? `Valid until ${formatDate(row.expires_on)}` : 'No expiration'
  return `Sent ${formatDate(dayHere(row.submitted_at))}`
}

export const stepLabels: Record<ClearanceItem['next_step'], string | null> = {
  none: null,
  upload: 'Add',
  renew: 'Renew',
  retry: 'Try again',
  wait: null,
  check: null,
}
