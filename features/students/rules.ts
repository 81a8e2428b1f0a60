import { formatNumber, roundToHundredths } from '#core/number-text.ts'
import { diffDays, formatDate } from '#core/plain-date.ts'
import type { Student, StudentRow, StudentStatus, StudentSummary } from './contract.ts'

/** Labels of the statuses. */
export const studentStatusLabels: Record<StudentStatus, string> = {
  active: 'Active',
  invited: 'Invited',
  expired: 'Invitation expired',
  pending: 'Waiting',
  returned: 'Sent back',
  declined: 'Declined',
  deactivated: 'Deactivated',
}

/** The columns a list of students may be sorted by. */
export const studentSorts = [
  'full_name',
  'student_number',
  'cohort_name',
  'graduation_date',
  'last_sign_in',
  'created_at',
  'next_shift',
] as const

/** Why this person can't be moved or removed from a cohort, or null: an invitation has no account yet. */
export function moveBlocker({ kind }: Pick<StudentRow, 'kind'>): string | null {
  return kind === 'invitation' ? 'Has not accepted the invitation yet.' : null
}

/** Why this person can't be sent an invitation again, or null: only unanswered invitations. */
export function resendBlocker({ kind }: Pick<StudentRow, 'kind'>): string | null {
  return kind === 'account' ? 'Already has an account.' : null
}

/** Why this person can't be asked for a release of information, or null: only an active account without one. */
export function askBlocker({
  kind,
  status,
  has_release,
}: Pick<StudentRow, 'kind' | 'status' | 'has_release'>): string | null {
  if (kind === 'invitation') return 'Has not accepted the invitation yet.'
  if (status !== 'active') return 'The account is not active.'
  return has_release ? 'Already has a release.' : null
}

type Hours = NonNullable<StudentSummary['hours']>
// Not imported from features/hours, whose rules would be loaded with the list.

/** Credited of required hours in a few words: "7.5 of 720 h"; without a requirement "7.5 h". */
export const creditedWords = ({ credited, required }: Pick<Hours, 'credited' | 'required'>): string =>
  `${formatNumber(credited)}${required === null ? '' : ` of ${formatNumber(required)}`} h`

/**
 * Projected hours including scheduled shifts, and how many hours are not scheduled yet, in words; why they are more than the total lacks, if
 * they are: each specialty needs its own.
 */
export const projectedWords = ({
  projected,
  gap,
  required,
}: Pick<Hours, 'projected' | 'gap' | 'required'>): string => {
  if (!gap) return `${formatNumber(projected)} h projected`
  const isBySpecialty = gap > roundToHundredths((required ?? 0) - projected)
  return `${formatNumber(projected)} h projected, ${formatNumber(gap)} h not scheduled yet${isBySpecialty ? ': each specialty needs its own hours' : ''}`
}

type NextShift = NonNullable<StudentSummary['next_shift']>

/** The location of the next shift: its unit and site by name, or the campus. */
export const locationOf = ({ unit, site }: Pick<NextShift, 'unit' | 'site'>): string =>
  [unit, site].filter(Boolean).join(', ') || 'On campus'

type Clearance = NonNullable<StudentSummary['clearance']>

/** How many required credentials keep a student from their next shift: "2 missing, 1 in review"; undefined if none does. */
export function openCredentialsWords({ missing, in_review: inReview }: Clearance): string | undefined {
  const counts = [
    ...(missing.length > 0 ? [`${missing.length} missing`] : []),
    ...(inReview.length > 0 ? [`${inReview.length} in review`] : []),
  ]
  return counts.length > 0 ? counts.join(', ') : undefined
}

/** The same by name: "BLS certification; in review: TB test"; only the names if all are in review. */
export const openCredentialNames = ({ missing, in_review: inReview }: Clearance): string =>
  missing.length > 0 && inReview.length > 0
    ? `${missing.join(', ')}; in review: ${inReview.join(', ')}`
    : [...missing, ...inReview].join(', ')

export type Missing = { id: string; label: string; hint: string; isDone: boolean }

type Known = Pick<
  Student,
  | 'status'
  | 'email_verified'
  | 'last_sign_in'
  | 'student_number'
  | 'phone'
  | 'graduation_date'
  | 'cohort'
  | 'stays'
  | 'invitations'
>

/** When a student is expected to graduate: on their own date, otherwise with their cohort; null if neither is known. */
export const graduationOf = ({
  graduation_date: own,
  cohort,
}: Pick<Student, 'graduation_date' | 'cohort'>): string | null => own ?? cohort?.expected_graduation ?? null

/** The cohort that a student graduated with, if they are in no other since; stays are sorted by date. */
export function graduatedWith({ cohort, stays }: Pick<Student, 'cohort' | 'stays'>) {
  const last = cohort === null ? stays.at(-1) : undefined
  return last?.end_reason === 'graduated' ? last : null
}

/** What is complete and what is missing before a student can be placed, each with what to do about it. */
export function missingOf(student: Known): Missing[] {
  const { cohort } = student
  const graduates = graduationOf(student)
  const named = student.invitations.find(({ cohort_name }) => cohort_name)?.cohort_name
  const isFar =
    cohort !== null && graduates !== null && Math.abs(diffDays(cohort.expected_graduation, graduates)) > 190
  return [
    {
      id: 'account',
      label: 'Account is active',
      isDone: student.status === 'active' && student.email_verified,
      hint:
        student.status === 'deactivated'
          ? 'Deactivated: ask the superadmin to reactivate it.'
          : 'Waiting for approval: decide on the request.',
    },
    {
      id: 'cohort',
      label: graduatedWith(student) ? 'Graduated' : 'Is in a cohort',
      isDone: cohort !== null || graduatedWith(student) !== null,
      hint: named
        ? `The invitation named “${named}”, which didn’t exist at the time. Move them.`
        : 'Move them into one.',
    },
    { id: 'number', label: 'Student ID', isDone: student.student_number !== null, hint: 'Enter it.' },
    { id: 'phone', label: 'Phone', isDone: student.phone !== null, hint: 'Sites call when a shift changes.' },
    {
      id: 'graduation',
      label: 'Expected graduation',
      isDone: graduates !== null && !isFar,
      hint:
        isFar && graduates
          ? `${formatDate(graduates)} is far from the cohort’s ${formatDate(cohort.expected_graduation)}.`
          : 'Enter it.',
    },
  ]
}
