import { diffDays, type PlainDate } from '#core/plain-date.ts'
import type { ClearanceItem, Credential, ComplianceStatus } from './contract.ts'
import { type Held, latestOf } from './rules/clearance.ts'

/** For which days a person is cleared, and what follows for a seat on a shift. */
export {
  statusOn,
  type Held,
  type RequirementWithRule,
  clearanceOf,
  dueLater,
  newIn,
  byDuty,
  worstByType,
  byUrgency,
  queuedFor,
  briefOf,
  missingInWords,
  notClearedInWords,
  isShown,
  isValidOn,
  gapsOf,
  hasToSend,
  missingTypes,
  typesByNextStep,
  type SeatStep,
  seatStep,
  becomeNotCleared,
} from './rules/clearance.ts'
/** Who decides on a submission, and what blocks it. */
export {
  credentialSteps,
  reviewBlocker,
  approvalOf,
  previewValidity,
  conditionBlocker,
  waiverBlocker,
  isConfirmedByReading,
  submissionBlocker,
  type Accepts,
  acceptsInWords,
  providerBlocker,
  acceptedFor,
  checkBlocker,
  checkValuesBlocker,
  sharedDocumentBlocker,
  statusLabels,
  reasonLabels,
  remindersDueToday,
  alsoNotified,
} from './rules/review.ts'
/** What a document says, as far as it can be read. */
export {
  type Reading,
  precheckOf,
  fillsOf,
  precheckWarnings,
  isPrechecked,
  bulkBlocker,
} from './rules/reading.ts'
/** Records from a file, one per line. */
export {
  recordColumns,
  matchRecordColumns,
  recordColumnsProblem,
  recordsOf,
  dateOfCell,
  recordOf,
  MAX_RECORDS,
} from './rules/records.ts'

/** A person's credentials as their school lists them: restricted results show only their class (domain §2.20). */
export function withoutResults(found: ComplianceStatus): ComplianceStatus {
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

/** How many days before the last one a renewal is offered: as far as a school looks ahead. */
const RENEWABLE_DAYS = 180
type Submitted = Pick<Held, 'type_id' | 'status' | 'facility_id' | 'submitted_at'>

/**
 * The next step offered for an item. For one that is met: a timely renewal, or the status of a
 * renewal that is waiting or was rejected while the old one still counts (domain §2.8).
 */
export function nextStepOf(
  item: ClearanceItem,
  submissions: readonly Submitted[],
  today: PlainDate,
): ClearanceItem['next_step'] {
  if (item.next_step !== 'none' || item.is_checked) return item.next_step
  const latest = latestOf(submissions.filter((one) => isSentFor(item, one)))?.status
  if (latest === 'submitted' || latest === 'in_review') return 'wait'
  if (latest === 'rejected') return 'retry'
  // A document that the school added for everyone is not theirs to renew.
  if (latest === undefined) return 'none'
  return item.covered_to !== null && diffDays(today, item.covered_to) <= RENEWABLE_DAYS ? 'renew' : 'none'
}

/** True if this submission is for that item: same type, and for an orientation the same site. */
const isSentFor = (item: ClearanceItem, { type_id: type, facility_id: site }: Submitted): boolean =>
  type === item.type_id && (!item.is_per_facility || site === null || site === item.facility_id)

/** The rejection to show for an item: that of the person's latest submission, or undefined. */
export function rejectionOf<Row extends Submitted>(
  item: ClearanceItem,
  submissions: readonly Row[],
): Row | undefined {
  const latest = latestOf(submissions.filter((one) => isSentFor(item, one) && one.status !== 'superseded'))
  return latest?.status === 'rejected' ? latest : undefined
}

/** Answers that belong to one document: a renewal has new ones. */
const OF_ONE_DOCUMENT = new Set(['issued_on', 'stated_on', 'agreed', 'result'])

/** Initial values of the form: after a rejection the earlier answers, for a renewal without the dates and result of the old document. */
export function initialAnswers(
  before: Pick<Credential, 'status' | 'values'> | undefined,
): Credential['values'] {
  const all = Object.entries(before?.values ?? {})
  return Object.fromEntries(
    before?.status === 'approved' ? all.filter(([key]) => !OF_ONE_DOCUMENT.has(key)) : all,
  )
}
