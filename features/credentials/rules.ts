import { diffDays, type PlainDate } from '#core/plain-date.ts'
import type { ClearanceItem, Credential, Standing } from './contract.ts'
import { type Held, latestOf } from './rules/clearance.ts'

/** What someone is cleared for on which days, and what a seat on a shift then comes to. */
export {
  statusOn,
  type Held,
  type Asked,
  clearanceOf,
  dueLater,
  newIn,
  worstByType,
  byUrgency,
  queuedFor,
  briefOf,
  notClearedInWords,
  isShown,
  gapsOf,
  missingTypes,
  typesByNextStep,
  type SeatStep,
  seatStep,
  becomeNotCleared,
} from './rules/clearance.ts'
/** Who decides on what was sent, and what stands in the way. */
export {
  credentialSteps,
  reviewBlocker,
  approvalOf,
  foreseenOf,
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
  blanketBlocker,
  statusLabels,
  reasonLabels,
  ladderToday,
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
/** Records of a file, a line for each. */
export {
  recordColumns,
  matchRecordColumns,
  recordColumnsProblem,
  recordsOf,
  dateOfCell,
  recordOf,
  MOST_RECORDS,
} from './rules/records.ts'

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
