import type {
  AacnDomain,
  DayKind,
  DayStatus,
  DeliverableStatus,
  GoalState,
  NominationStatus,
  Project,
  ProjectStatus,
  ProjectType,
} from '../contract.ts'

export const statusLooks: Record<ProjectStatus, string> = {
  draft: 'draft',
  submitted: 'pending',
  under_review: 'pending',
  revisions_requested: 'returned',
  approved: 'approved',
  awaiting_preceptor: 'pending',
  matched: 'upcoming',
  active: 'active',
  completed: 'completed',
  closed: 'archived',
  withdrawn: 'cancelled',
  cancelled: 'cancelled',
  failed: 'declined',
}
export const typeLabels: Record<ProjectType, string> = {
  practicum_only: 'Practicum only',
  ebp_project: 'Evidence-based practice project',
  qi_project: 'Quality improvement project',
}
export const domainLabels: Record<AacnDomain, string> = {
  1: '1 Knowledge for practice',
  2: '2 Person-centered care',
  3: '3 Population health',
  4: '4 Scholarship',
  5: '5 Quality and safety',
  6: '6 Interprofessional partnerships',
  7: '7 Systems-based practice',
  8: '8 Informatics and technologies',
  9: '9 Professionalism',
  10: '10 Leadership development',
}
export const goalLabels: Record<GoalState, string> = {
  open: 'Not started',
  in_progress: 'In progress',
  met: 'Met',
  not_met: 'Not met',
}
export const goalLooks: Record<GoalState, string> = {
  open: 'draft',
  in_progress: 'upcoming',
  met: 'completed',
  not_met: 'returned',
}
export const kindLabels: Record<DayKind, string> = {
  orientation: 'Orientation',
  on_unit: 'On the unit',
  other: 'Other',
}
export const dayLooks: Record<DayStatus, string> = {
  planned: 'upcoming',
  confirmed: 'completed',
  reschedule: 'returned',
  removed: 'cancelled',
}
export const dayLabels: Record<DayStatus, string> = {
  planned: 'Planned',
  confirmed: 'Confirmed',
  reschedule: 'Reschedule',
  removed: 'Removed',
}
export const nominationLabels: Record<NominationStatus, string> = {
  proposed: 'Nominated by the facility',
  asked: 'Asked',
  accepted: 'Accepted',
  declined: 'Declined',
  expired: 'No answer',
  withdrawn: 'Withdrawn',
  ended: 'Ended',
}
export const nominationLooks: Record<NominationStatus, string> = {
  proposed: 'pending',
  asked: 'pending',
  accepted: 'active',
  declined: 'declined',
  expired: 'declined',
  withdrawn: 'cancelled',
  ended: 'cancelled',
}
export const deliverableLabels: Record<DeliverableStatus, string> = {
  open: 'To hand in',
  submitted: 'Handed in',
  returned: 'Returned',
  accepted: 'Accepted',
}
export const deliverableLooks: Record<DeliverableStatus, string> = {
  open: 'draft',
  submitted: 'pending',
  returned: 'returned',
  accepted: 'completed',
}
const nextWords: Record<Project['next']['code'], (names: string) => string> = {
  submit: () => 'Finish the proposal and submit it to your school.',
  await_review: () => 'The school reviews the proposal.',
  revise: () => 'Revise the proposal and submit it again.',
  await_facility: () => 'The school asks a facility for a preceptor.',
  await_nomination: () => 'The facility nominates a preceptor.',
  await_agreement: () => 'The school agrees to the nominated preceptor.',
  await_answer: (names) => `${names} answers within seven days.`,
  sign: () => 'The student signs the agreement.',
  await_signatures: (names) => `${names} still ${names.includes(' and ') ? 'sign' : 'signs'} the agreement.`,
  plan: () => 'Plan the next days with the preceptor’s roster.',
  reschedule: () => 'A day has to be rescheduled, or needs a substitute.',
  log_hours: () => 'Go to the planned days. The preceptor confirms the hours afterward.',
  await_confirmation: (names) => `${names} confirms the hours of a day that is over.`,
  deliver: () => 'Hand in what is still open.',
  await_final: (names) => `${names || 'The preceptor'} writes the final evaluation.`,
  await_verification: () => 'The student acknowledges the final evaluation, and the school verifies it.',
  await_completion: () => 'The school completes the project.',
  done: () => 'The project is complete.',
  ended: () => 'The project has ended.',
}

/** The same, addressed to the person it is waiting for. */
const yourWords: Partial<Record<Project['next']['code'], string>> = {
  await_answer: 'Answer within seven days.',
  await_signatures: 'Sign the agreement.',
  await_confirmation: 'Confirm the hours of a day that is over.',
  await_final: 'Write the final evaluation.',
}

/** The same, addressed to the party it is waiting for. */
const wordsForSchool: typeof yourWords = {
  await_review: 'Review the proposal.',
  await_facility: 'Ask a facility for a preceptor.',
  await_agreement: 'Agree to the nominated preceptor, or decline.',
  await_completion: 'Complete the project.',
}
const wordsForParty: Partial<Record<Project['party'], typeof yourWords>> = {
  school: wordsForSchool,
  faculty: wordsForSchool,
  facility: { await_nomination: 'Nominate a preceptor.' },
}

/** The next step, in a sentence for a reader of this name and party. */
export const nextOf = ({ next, party }: Pick<Project, 'next' | 'party'>, myName: string): string =>
  (next.names === myName && yourWords[next.code]) ||
  (wordsForParty[party]?.[next.code] ?? nextWords[next.code](next.names))

const eventLabels: Record<string, string> = {
  submit: 'Submitted',
  review: 'Taken up for review',
  request_revisions: 'Revisions requested',
  approve: 'Approved',
  ask_facility: 'Facility asked',
  unask: 'Facility no longer asked',
  match: 'Preceptor accepted',
  preceptor_left: 'Preceptor left',
  start: 'First hours confirmed',
  complete: 'Completed',
  close: 'Closed',
  fail: 'Failed',
  withdraw: 'Withdrawn',
  cancel: 'Canceled',
  substitute: 'Substitute named',
  concern: 'Concern raised',
  nomination_proposed: 'Preceptor nominated',
  nomination_asked: 'Preceptor asked',
  nomination_accepted: 'Preceptor accepted',
  nomination_declined: 'Preceptor declined',
  nomination_expired: 'Preceptor did not answer',
  nomination_withdrawn: 'Nomination withdrawn',
  certificate: 'Certificate downloaded',
  nomination_ended: 'Preceptor’s time ended',
}

/** The label of a history entry. */
export const eventLabel = (event: string): string => eventLabels[event] ?? event
