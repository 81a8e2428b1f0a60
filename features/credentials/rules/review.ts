import { addDays, diffDays, formatDate, type PlainDate } from '#core/plain-date.ts'
import { refusal } from '#core/refusal.ts'
import { canTransition, type Step } from '#core/steps.ts'
import type { CredentialType, CredentialValues } from '#features/credential-types/contract.ts'
import {
  gapInWords as gapOfAnswers,
  evaluateEvidence,
  lastDayOf,
  strictest,
} from '#features/credential-types/rules.ts'
import type { Credential, CredentialStatus, ReasonCode, ShownStatus, ComplianceStatus } from '../contract.ts'

type Party = 'person' | 'reviewer' | 'system'

/** The steps of a submission (domain §2.8); expiring and expired follow from the last day and are not steps. */
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

type Reviewed = {
  person_id: string
  status: CredentialStatus
  locked_by: string | null
  locked_by_name: string | null
  is_lock_live: boolean
}
type Asker = { id: string; real_id: string; role: string }
/** The owner of a facility's type. */
type Owner = { owner_kind: CredentialType['owner_kind']; owner_name: string }

/**
 * Why this person may not review a submission, or null: it is their own, another reviewer
 * has it open, or its type is a facility's and they are not (domain §2.8).
 */
export function reviewBlocker(row: Reviewed & Owner, asker: Asker, to: CredentialStatus) {
  if (row.owner_kind === 'facility' && asker.role !== 'facility_admin')
    return refusal('credential.facility_reviews', { facility: row.owner_name })
  if (row.person_id === asker.id || row.person_id === asker.real_id) return refusal('credential.own')
  if (row.is_lock_live && row.locked_by !== asker.id)
    return refusal('credential.locked', { name: row.locked_by_name ?? 'Someone' })
  return canTransition(credentialSteps, row.status, to, 'reviewer') ||
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
 * The dates an approval gives, or why it is refused: incomplete evidence, no date, or a
 * last day that has passed (domain §2.8: computed, the reviewer may correct it).
 */
export function approvalOf(
  type: Pick<CredentialType, 'evidence' | 'series' | 'validity'>,
  values: Credential['values'],
  { issued_on: given, expires_on: corrected, termEnd, today }: Dates,
) {
  const judged = evaluateEvidence(type, values)
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

/** What the answers prove before they are sent: until when it would count, or why it could not be approved. */
export function previewValidity(
  type: Pick<CredentialType, 'evidence' | 'series' | 'validity'>,
  values: Credential['values'],
  today: PlainDate,
): { words: string; isWarning: boolean } {
  const judged = evaluateEvidence(type, values)
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
    ? {
        words: `This was valid until ${formatDate(last)} and can’t be approved. Send the current one.`,
        isWarning: true,
      }
    : { words: `This is valid until ${formatDate(last)}.`, isWarning: false }
}

/** Why it cannot be approved conditionally, or null: the type limits how long and how often (domain §2.8). */
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
  /** The type of that requirement, and the facility it belongs to, if any. */
  requirement_type_id: string | null
  asked_by: string | null
  until: PlainDate
  today: PlainDate
}

/**
 * Why a requirement cannot be waived, or null. The type must allow it, for another person and until a
 * future day; a school waives its own requirements, a facility one of its own (domain §2.8).
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

/** True if reading it confirms it, without review: an orientation that only a statement proves (domain §2.8). */
export const isConfirmedByReading = (
  type: Pick<CredentialType, 'category' | 'evidence' | 'needs_file'>,
): boolean => type.category === 'site_orientation' && type.evidence === 'attestation' && !type.needs_file

/** Why a submission cannot be sent, or null: the type needs a document, or the school checks it itself. */
export function submissionBlocker(
  type: Pick<CredentialType, 'evidence' | 'needs_file' | 'status'>,
  files: number,
) {
  if (type.status !== 'active') return refusal('credential.type_retired')
  if (type.evidence === 'external_check') return refusal('credential.school_checks')
  return type.needs_file && files === 0 ? refusal('credential.file_missing') : null
}

/** The providers someone accepts for a type. */
export type Accepts = { who: string; type: string; providers: readonly string[] }
/** Which cards are accepted, as a sentence: "Lakeshore accepts BLS certification from A, B or C only." Domain §2.8. */
export const acceptsInWords = ({ who, type, providers }: Accepts): string =>
  `${who} accepts ${type} from ${[providers.slice(0, -1).join(', '), providers.at(-1)].filter(Boolean).join(' or ')} only.`

/** Why a credential of this provider cannot be sent, or null: no one who requires it accepts this provider. */
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

/** Those who require credentials of a type, with the providers they accept. */
export const acceptedFor = (
  { clearance, later, rules }: Pick<ComplianceStatus, 'clearance' | 'later' | 'rules'>,
  typeId: string,
) =>
  [...clearance.items, ...later.flatMap(({ items }) => items)]
    .filter((item) => item.type_id === typeId)
    .map((item) => ({
      scope_name: item.scope_name,
      providers: rules.find((rule) => rule.requirement_id === item.requirement_id)?.providers ?? [],
    }))

/** Why a school cannot record its own check, or null: it must be of a type the school checks, and about another person. */
export function checkBlocker(
  type: Pick<CredentialType, 'evidence' | 'status'>,
  { person_id: person }: { person_id: string },
  asker: Asker,
) {
  if (person === asker.id || person === asker.real_id) return refusal('credential.own')
  if (type.evidence !== 'external_check') return refusal('credential.not_checked')
  return type.status === 'active' ? null : refusal('credential.type_retired')
}

/** A check also needs to say with whom it was made. */
export const checkValuesBlocker = (values: Credential['values']) =>
  typeof values['issued_on'] === 'string' && String(values['checked_with'] ?? '').trim().length >= 2
    ? null
    : refusal('credential.check_incomplete')

/** Why a document cannot count for everyone, or null: it must be insurance and not over (domain §2.8). */
export function sharedDocumentBlocker(
  type: Pick<CredentialType, 'category' | 'status'>,
  { expires_on: last }: { expires_on: PlainDate | null },
  today: PlainDate,
) {
  if (type.status !== 'active') return refusal('credential.type_retired')
  if (type.category !== 'insurance') return refusal('credential.no_blanket')
  return last !== null && last < today ? refusal('credential.blanket_over', { on: last }) : null
}

/** Labels for the status of a submission. */
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

/** Labels for the reasons of a rejection. */
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
 * Which reminder step to send today, and which to record as skipped: each once. After a gap, sends the
 * latest step that is due and records the earlier ones as skipped, so that none is lost. The steps are the
 * school's days before the last one (its setting `reminder_days`), and the last day (domain §2.8).
 */
export function remindersDueToday(
  expires: PlainDate,
  today: PlainDate,
  done: readonly number[],
  days: readonly number[],
): { send: number | null; passed: number[] } {
  const left = diffDays(today, expires)
  const due = [...days, 0].filter((step) => left <= step && !done.includes(step))
  const send = due.at(-1) ?? null
  // Reminders are for current credentials: long after the last day no one is notified.
  if (left < -30) return { send: null, passed: due }
  // The school added this step after a later one was sent.
  if (send !== null && done.some((step) => step < send)) return { send: null, passed: due }
  return { send, passed: due.slice(0, -1) }
}

/**
 * Who else is notified of a step: instructors from two weeks before, coordinators from one week before
 * (domain §2.8); for what the school checks itself, the coordinators at every step, because they act.
 */
export function alsoNotified(step: number, isCheckedBySchool = false): string[] {
  const added = [...(step <= 14 ? ['proctor'] : []), ...(step <= 7 ? ['coordinator'] : [])]
  return isCheckedBySchool && !added.includes('coordinator') ? [...added, 'coordinator'] : added
}
