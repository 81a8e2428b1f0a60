/**
 * The reasons that Placewell itself gives where a person may write one: for a seat, a swap, an evaluation or a day of a capstone. The code is
 * stored, and worded when it is read (`reasonWords`); a person's reason is stored as it was written.
 */
const automaticReasons = {
  'seat.offer_expired': 'This offer expired.',
  'seat.credential_lapsed': 'A required credential lapsed.',
  'seat.left_cohort': 'No longer in the cohort.',
  'seat.on_leave': 'On a leave of absence that day.',
  'seat.matched_without_clearance': 'The match was run without requiring clearance.',
  'swap.shift_begun': 'The shift has begun.',
  'swap.shift_moved': 'The shift has moved.',
  'swap.seat_gone': 'One of the seats is gone.',
  'swap.makeup_seat': 'One of the seats makes up hours.',
  'evaluation.student_absent': 'The student was absent.',
  'capstone.other_facility': 'Another facility was asked.',
  'evaluation.instructor_left': 'The instructor left.',
}
export type AutomaticReason = keyof typeof automaticReasons

/** The words of a stored reason: of a code, or as a person wrote them. */
export const reasonWords = <Reason extends string | null>(reason: Reason): Reason =>
  (reason !== null && Object.hasOwn(automaticReasons, reason)
    ? automaticReasons[reason as AutomaticReason]
    : reason) as Reason
