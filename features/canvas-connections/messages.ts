import { formatNumber, howMany } from '#core/number-text.ts'
import { conflict, invalid, notFound } from '#core/refusal.ts'
import type {
  CanvasRun,
  ConnectionAuth,
  ConnectionStatus,
  Failure,
  FailureCode,
  MatchedBy,
  NextStep,
  PersonProblem,
  PersonStatus,
  RosterChange,
  RunStatus,
} from './contract.ts'

export const authLabels: Record<ConnectionAuth, string> = {
  oauth2: 'Developer key',
  token: 'Access token',
}
export const statusLabels: Record<ConnectionStatus, string> = {
  draft: 'Draft',
  testing: 'Testing',
  active: 'Active',
  error: 'Error',
  revoked: 'Revoked',
}
export const personLabels: Record<PersonStatus, string> = {
  conflict: 'To match',
  new: 'New',
  missing: 'Not in Canvas',
  invited: 'Invited',
  matched: 'Matched',
  kept: 'Kept',
  left: 'Left',
  set_aside: 'Set aside',
}
export const runLabels: Record<RunStatus, string> = {
  queued: 'Waiting',
  running: 'Reading',
  done: 'Done',
  failed: 'Failed',
}
export const matchLabels: Record<MatchedBy, string> = {
  sis: 'By SIS ID',
  email: 'By email',
  hand: 'By hand',
}
export const kindLabels = { test: 'Test', roster: 'Roster' } as const

/** The look of each status (`ui/states.ts`). */
export const statusLooks: Record<ConnectionStatus, string> = {
  draft: 'draft',
  testing: 'in_progress',
  active: 'active',
  error: 'failed',
  revoked: 'revoked',
}
export const personLooks: Record<PersonStatus, string> = {
  conflict: 'needs_info',
  new: 'pending',
  missing: 'missing',
  invited: 'invited',
  matched: 'active',
  kept: 'active',
  left: 'archived',
  set_aside: 'archived',
}
export const runLooks: Record<RunStatus, string> = {
  queued: 'pending',
  running: 'in_progress',
  done: 'completed',
  failed: 'failed',
}

/** Why a person needs a decision. */
export const problemLabels: Record<PersonProblem, string> = {
  several_by_number: 'Several students have this SIS ID as their student ID.',
  number_and_email_differ: 'The SIS ID belongs to one student, the email to another.',
  number_differs: 'The email belongs to a student with another student ID.',
  number_moved: 'The SIS ID now belongs to a different student than the one matched before.',
  not_a_student: 'The email belongs to someone at the school who is not a student.',
  shared_email: 'Several people in Canvas have this email.',
  same_person: 'Another person in Canvas is matched to this student.',
  gone_from_school: 'The student who was matched is no longer at the school.',
  no_email: 'Canvas shows no email, so no invitation can be sent.',
}

const failed: Record<FailureCode, (failure: Failure) => { title: string; next: string }> = {
  away: () => ({
    title: 'Canvas couldn’t be reached.',
    next: 'Check the address. If it is right, test again in a few minutes.',
  }),
  slow: () => ({
    title: 'Canvas took too long to answer.',
    next: 'Test again later. If it stays slow, ask the school’s Canvas administrator.',
  }),
  not_public: () => ({
    title: 'This address points to a private network.',
    next: 'Enter the address that people type to open Canvas.',
  }),
  redirected: ({ host }) => ({
    title: `Canvas sends this address on to ${host ?? 'another one'}.`,
    next: 'If that is the school’s Canvas, enter that address instead.',
  }),
  client_refused: () => ({
    title: 'Canvas doesn’t accept the developer key.',
    next: 'Check the client ID and secret, and that the key is turned on in Canvas.',
  }),
  token_refused: () => ({
    title: 'Canvas doesn’t accept the token.',
    next: 'It has expired or was deleted. Create a new one in Canvas and enter it here.',
  }),
  not_allowed: ({ what }) => ({
    title: `Canvas refuses access to ${what}.`,
    next: 'The account it signs in as needs the permissions to view courses and users of this account.',
  }),
  missing: ({ what }) => ({
    title: `Canvas doesn’t have ${what}.`,
    next: 'It may have been deleted. Check the address and the account number.',
  }),
  not_canvas: ({ what }) => ({
    title: `The answer for ${what} didn’t come from Canvas.`,
    next: 'Check the address. A sign-in page or maintenance page also answers like this.',
  }),
  too_long: ({ what }) => ({
    title: `Canvas’s answer for ${what} is too long.`,
    next: 'Choose a smaller account in the settings.',
  }),
  busy: () => ({ title: 'Canvas has reached its request limit.', next: 'Read again in an hour.' }),
  broken: ({ what }) => ({
    title: `Canvas failed on ${what}.`,
    next: 'Read again later. Instructure’s status page shows outages.',
  }),
  no_secret: () => ({
    title: 'The Canvas token or secret can’t be decrypted here.',
    next: 'The installation’s keys have changed. Enter the token or secret again.',
  }),
  gave_up: () => ({
    title: 'The server stopped several times during this.',
    next: 'Read again. If it happens again, look at the server’s log.',
  }),
}

/** What went wrong, and the next step. */
export const failureWords = (failure: Failure): { title: string; next: string } =>
  failed[failure.code](failure)

export const nextStepLabels: Record<NextStep, string | null> = {
  test: 'Next: test the connection.',
  map_terms: 'Next: choose the semester of each term to read.',
  read: 'Next: read from Canvas.',
  map_sections: 'Next: choose the cohort of each section, then read.',
  decide: 'Next: decide on new, unclear and missing people.',
  none: null,
}

/** "340 people: 12 added, 3 updated, 1 not in Canvas, 2 to match". */
export function runWords(run: CanvasRun): string {
  const [error] = run.errors
  if (run.kind === 'test') return error ? failureWords(error).title : 'Canvas answered'
  if (run.status === 'queued') return 'Waiting to start'
  if (run.status === 'running')
    return run.courses_total === null
      ? 'Reading terms and courses'
      : `${formatNumber(run.courses_done)} of ${formatNumber(run.courses_total)} courses, ${howMany(run.people, 'person', 'people')}`
  if (run.status === 'failed' && error) return failureWords(error).title
  const parts = [
    [run.added, 'added'],
    [run.updated, 'updated'],
    [run.dropped, 'not in Canvas'],
    [run.conflicts, 'to match'],
  ] as const
  const said = parts.flatMap(([count, word]) => (count > 0 ? [`${formatNumber(count)} ${word}`] : []))
  return `${howMany(run.people, 'person', 'people')}: ${said.join(', ') || 'nothing changed'}`
}

const whats: Record<Exclude<RosterChange['what'], PersonProblem>, string> = {
  new: 'New in Canvas',
  missing: 'No longer in any of their sections',
  back: 'Back in Canvas',
  email: 'Email changed',
  name: 'Name changed',
  number: 'SIS ID changed',
  cohort: 'Sections of another cohort',
  match: 'Matched to a student',
}

/** What a reading found about a person. */
export const changeWords = ({ what }: RosterChange): string =>
  (whats as Partial<Record<string, string>>)[what] ?? problemLabels[what as PersonProblem]

/** Why an action on Canvas is refused: texts by code. */
export const canvasRefusals = {
  'canvas.missing': notFound(() => 'We can’t find that connection to Canvas.'),
  'canvas.run_missing': notFound(() => 'We can’t find that run.'),
  'canvas.old_version': conflict(
    () => 'This connection was just changed by someone else. Reload the page, then try again.',
  ),
  'canvas.connected_already': conflict(
    () => 'This school is already connected. Open its connection to change it.',
  ),
  'canvas.revoked': conflict(
    () => 'This connection is revoked. Edit it and enter a new token or secret to connect again.',
  ),
  'canvas.test_first': conflict(() => 'Test the connection first.'),
  'canvas.reading': conflict(() => 'The roster is already being read.'),
  'canvas.not_now': conflict<{ status: ConnectionStatus }>(
    ({ status }) => `This connection is ${statusLabels[status].toLowerCase()}. Reload the page.`,
  ),
  'canvas.no_client': invalid(() => 'Enter the client ID of the developer key.', 'client_id'),
  'canvas.secret_needed': invalid(
    () =>
      'Enter the token, or the client secret and refresh token. You need to enter them again when the address, client ID or kind of sign-in changes.',
  ),
  'canvas.secret_in_parts': invalid(
    () => 'Enter both the client secret and the refresh token.',
    'refresh_token',
  ),
  'canvas.no_semester': invalid(() => 'We can’t find that semester at this school.', 'semester_id'),
  'canvas.no_such_cohort': invalid(
    () => 'We can’t find that cohort at this school, or it is archived.',
    'cohort_id',
  ),
  'canvas.person_missing': notFound(() => 'We can’t find that person. The roster may have been read since.'),
  'canvas.person_changed': conflict(() => 'This person just changed. Reload the page, then try again.'),
  'canvas.person_status': conflict<{ status: PersonStatus }>(
    ({ status }) => `You can’t do this while their status is “${personLabels[status]}”.`,
  ),
  'canvas.is_matched': conflict(() => 'Already matched to a student.'),
  'canvas.not_matched': conflict(() => 'Match them to a student first.'),
  'canvas.not_a_student': conflict(
    () => 'This email belongs to someone at the school who is not a student. Set the person aside.',
  ),
  'canvas.no_email': conflict(() => 'Canvas shows no email. Match them to a student instead.'),
  'canvas.no_cohort': conflict(
    () => 'Their sections have no cohort, or several. Choose one cohort for the sections first.',
  ),
  'canvas.in_cohort': conflict(() => 'Already in this cohort.'),
  'canvas.not_of_school': invalid(() => 'Choose a student of this school.', 'student_id'),
  'canvas.matched_elsewhere': conflict<{ name: string }>(
    ({ name }) => `This student is matched to ${name} in Canvas. Resolve that first.`,
    'student_id',
  ),
}
