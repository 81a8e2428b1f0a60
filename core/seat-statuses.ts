/** The statuses of a student's seat on a shift, from the request to the last (Domain 2.4, assignment). */
export const assignmentStatuses = [
  'requested',
  'waitlisted',
  'offered',
  'assigned',
  'checked_in',
  'completed',
  'absent_excused',
  'absent_unexcused',
  'no_show',
  'declined',
  'withdrawn',
  'lapsed',
  'dropped',
  'removed',
  'cancelled',
] as const
export type AssignmentStatus = (typeof assignmentStatuses)[number]

type Statuses = readonly AssignmentStatus[]

/** The student asked for the seat and has neither it nor an offer. */
export const askedSeats: Statuses = ['requested', 'waitlisted']
/** A request that is not decided yet, by the school or by the student. */
export const waitingSeats: Statuses = ['requested', 'waitlisted', 'offered']
/** A seat, an offer or a request on a shift that the student has not come to. */
export const aheadSeats: Statuses = ['requested', 'waitlisted', 'offered', 'assigned']
/** Offered or assigned, and the student has not come yet. */
export const expectedSeats: Statuses = ['offered', 'assigned']
/** Offered or assigned, and the shift is not over for the student. */
export const takenSeats: Statuses = ['offered', 'assigned', 'checked_in']
/** The student has the seat, and the shift is not over for them. */
export const activeSeats: Statuses = ['assigned', 'checked_in']
/** The student is there, or was. */
export const presentSeats: Statuses = ['checked_in', 'completed']
/** The student is coming, or came. */
export const comingSeats: Statuses = ['assigned', 'checked_in', 'completed']
/** The student was absent. */
export const absentSeats: Statuses = ['absent_excused', 'absent_unexcused', 'no_show']
/** The student holds the seat, or held it until the shift was over. */
export const heldSeats: Statuses = [
  'assigned',
  'checked_in',
  'completed',
  'absent_excused',
  'absent_unexcused',
  'no_show',
]
