import type {
  CancelCode,
  DeclineCode,
  ExperienceType,
  ShiftEventName,
  ShiftRow,
  ShiftStatus,
  SignupMode,
} from '../contract.ts'

/** Names of events on the buttons that cause them. */
export const eventLabels: Record<ShiftEventName, string> = {
  submit: 'Submit',
  agree: 'Approve under the agreement',
  approve: 'Approve',
  ask: 'Ask the school',
  answer: 'Answer',
  counter: 'Suggest a change',
  accept_counter: 'Accept suggestion',
  decline_counter: 'Decline suggestion',
  decline: 'Decline',
  expire: 'Run out',
  withdraw: 'Withdraw',
  publish: 'Publish',
  fill: 'Become full',
  free: 'Have a seat again',
  start: 'Begin',
  complete: 'End',
  close: 'Close shift',
  reopen: 'Reopen',
  postpone: 'Postpone',
  cancel: 'Cancel shift',
}
/** Names of the statuses. */
export const statusLabels: Record<ShiftStatus, string> = {
  draft: 'Draft',
  pending_facility: 'Waiting for facility',
  needs_info: 'Question asked',
  countered: 'Change suggested',
  declined: 'Declined',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
  approved: 'Approved',
  published: 'Published',
  full: 'Full',
  in_progress: 'In progress',
  completed: 'Completed',
  closed: 'Closed',
  postponed: 'Postponed',
  cancelled: 'Canceled',
}

const statusPhrases: Partial<Record<ShiftStatus, string>> = {
  pending_facility: 'waiting for the facility',
  needs_info: 'waiting for the school’s answer',
  countered: 'waiting for the school to answer a suggested change',
  in_progress: 'under way',
}
/** A status as part of a sentence: "waiting for the facility" (domain 2.4). */
export const statusPhrase = (status: ShiftStatus): string =>
  statusPhrases[status] ?? statusLabels[status].toLowerCase()

/** The next step in each status, for the school and for the facility. */
export const nextStepTexts: Record<ShiftStatus, { school: string; facility: string }> = {
  draft: { school: 'Submit it to the facility.', facility: '' },
  pending_facility: {
    school: 'The facility answers.',
    facility: 'Approve it, ask, suggest a change, or decline.',
  },
  needs_info: { school: 'Reply to the facility’s question.', facility: 'The school answers your question.' },
  countered: {
    school: 'Accept the facility’s suggestion, or decline it.',
    facility: 'The school answers your suggestion.',
  },
  declined: { school: 'Copy it and resubmit with other terms.', facility: 'Nothing: you declined it.' },
  expired: { school: 'Copy it to resubmit.', facility: 'Nothing: it was not answered in time.' },
  withdrawn: { school: 'Copy it to resubmit.', facility: 'Nothing: the school took it back.' },
  approved: {
    school: 'Publish it so that students see it.',
    facility: 'The school publishes it to its students.',
  },
  published: { school: 'Open seats can be filled.', facility: 'Seats are being filled.' },
  full: { school: 'All seats are taken.', facility: 'All seats are taken.' },
  in_progress: { school: 'It is under way.', facility: 'It is under way.' },
  completed: {
    school:
      'Hours are credited with the accepted shift report, and final when the semester’s hours are locked.',
    facility: 'It has taken place.',
  },
  closed: {
    school: 'Its hours are final: those of the accepted report, or none without one.',
    facility: 'It has taken place.',
  },
  postponed: { school: 'Give it a new date and submit it again.', facility: 'The school finds a new date.' },
  cancelled: { school: 'Students who lost hours are in Make-ups.', facility: 'It does not take place.' },
}

/** How the school fills the seats of a published shift, by sign-up mode (domain §2.4). */
export const fillLabels: Record<SignupMode, string> = {
  assigned: 'Assign students to this shift.',
  self_signup: 'Students take seats, or you assign them.',
  request: 'Students request seats, or you assign them.',
}

/** The next step of a party on the page of a shift; while seats are open it depends on the sign-up mode. */
export function nextStepOf(
  { status, signup_mode: mode }: Pick<ShiftRow, 'status' | 'signup_mode'>,
  party: 'school' | 'facility',
): string {
  return status === 'published' && party === 'school' ? fillLabels[mode] : nextStepTexts[status][party]
}

export const experienceLabels: Record<ExperienceType, string> = {
  group: 'Clinical group',
  precepted: 'Precepted',
  observation: 'Observation',
  simulation: 'Simulation',
  skills_lab: 'Skills lab',
  community: 'Community',
  orientation: 'Orientation',
  makeup: 'Make-up',
}
export const signupLabels: Record<SignupMode, string> = {
  assigned: 'The school assigns the seats',
  self_signup: 'Student self-sign-up',
  request: 'Students request seats, the school decides',
}
export const declineLabels: Record<DeclineCode, string> = {
  no_capacity: 'No capacity',
  other_school_holds_unit: 'Another school has the unit',
  staffing: 'Not enough staff',
  census: 'Too few patients',
  construction_or_system_change: 'Construction or system change',
  late_request: 'Requested too late',
  no_agreement: 'No agreement covers it',
  not_suitable: 'Not suitable',
}
export const cancelLabels: Record<CancelCode, string> = {
  low_enrolment: 'Underfilled',
  instructor_unavailable: 'Instructor unavailable',
  unit_unavailable: 'Unit unavailable',
  weather: 'Weather',
  safety: 'Safety',
  school_calendar: 'School calendar',
  agreement_ended: 'The agreement ended',
  other: 'Other',
}

/** Why a shift of this status expires, as its page explains. */
export const expiryReason = (status: ShiftStatus): string =>
  status === 'approved'
    ? 'It was not published before it began.'
    : `The ${status === 'pending_facility' ? 'facility' : 'school'} did not answer in time.`
