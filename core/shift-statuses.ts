/** The statuses of a shift, in the order of its lifecycle (Domain 2.4). */
export const shiftStatuses = [
  'draft',
  'pending_facility',
  'needs_info',
  'countered',
  'declined',
  'expired',
  'withdrawn',
  'approved',
  'published',
  'full',
  'in_progress',
  'completed',
  'closed',
  'postponed',
  'cancelled',
] as const
export type ShiftStatus = (typeof shiftStatuses)[number]

type Statuses = readonly ShiftStatus[]

// A call that is marked as pure, unlike a spread, is left out of the pages that do not use its result.
const all = (...groups: Statuses[]): Statuses => groups.flat()

/** The request waits for an answer, of the facility or of the school. */
export const undecidedStates: Statuses = ['pending_facility', 'needs_info', 'countered']
/** The facility has asked or proposed something, and the school has to reply. */
export const toReplyStates: Statuses = ['needs_info', 'countered']
/** Both parties have agreed on the plan, students may count on it, and it has not begun. */
export const agreedStates: Statuses = ['approved', 'published', 'full']
/** Agreed and not over: its unit, leaders and seats are taken at its time. */
export const liveStates: Statuses = /* @__PURE__ */ all(agreedStates, ['in_progress'])
/** Both parties have agreed, and it takes place or took place. */
export const standingStates: Statuses = /* @__PURE__ */ all(liveStates, ['completed', 'closed'])
/** Published and not begun: students may still ask for its seats and give them back. */
export const upcomingStates: Statuses = ['published', 'full']
/** Published and not over. */
export const ongoingStates: Statuses = ['published', 'full', 'in_progress']
/** Published and not closed: its attendance is recorded, and its hours are still to be credited. */
export const unclosedStates: Statuses = ['published', 'full', 'in_progress', 'completed']
/** Published, and not called off: the students of its cohorts see it (policy students_see_published). */
export const studentStates: Statuses = ['published', 'full', 'in_progress', 'completed', 'closed']
/** It has begun, and may be over. */
export const begunStates: Statuses = ['in_progress', 'completed', 'closed']
/** It took place. */
export const heldStates: Statuses = ['completed', 'closed']
/** A party has called it off after both agreed. */
export const calledOffStates: Statuses = ['postponed', 'cancelled']
/** Final statuses without a next transition; to request the shift again, the school copies it. */
export const endStates: Statuses = ['declined', 'withdrawn', 'expired', 'cancelled']
/** It is not planned: not requested yet, or ended. */
export const unplannedStates: Statuses = /* @__PURE__ */ all(['draft'], endStates)
/** Requested or agreed, and not begun: students with a seat or a request are still to come. */
export const notBegunStates: Statuses = /* @__PURE__ */ all(undecidedStates, agreedStates)
/** It counts against its unit until it begins (app.is_shift_ahead). */
export const aheadStates: Statuses = /* @__PURE__ */ all(notBegunStates, ['postponed'])
/** Requested or agreed, and not over: its roster may change. */
export const rosterStates: Statuses = /* @__PURE__ */ all(undecidedStates, liveStates)
/** The school may still change the plan. */
export const editableStates: Statuses = [
  'draft',
  'pending_facility',
  'needs_info',
  'approved',
  'published',
  'full',
  'postponed',
]
