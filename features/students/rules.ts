import { formatNumber } from '#core/number-text.ts'
import { diffDays, formatDate } from '#core/plain-date.ts'
import type { Student, StudentRow, StudentStatus, StudentSummary } from './contract.ts'

/** States as people read them. */
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

/** Why a person of the list cannot be moved or taken out of a cohort, or null: an invitation is no one yet. */
export function moveBlocker({ kind }: Pick<StudentRow, 'kind'>): string | null {
  return kind === 'invitation' ? 'Has not accepted the invitation yet.' : null
}

/** Why a person of the list is not sent an invitation again, or null: only who has not answered. */
export function resendBlocker({ kind }: Pick<StudentRow, 'kind'>): string | null {
  return kind === 'account' ? 'Has an account already.' : null
}

/** Why a person of the list is not asked for a release of information, or null: only an active account without one. */
export function askBlocker({
  kind,
  status,
  has_release,
}: Pick<StudentRow, 'kind' | 'status' | 'has_release'>): string | null {
  if (kind === 'invitation') return 'Has not accepted the invitation yet.'
  if (status !== 'active') return 'The account is not active.'
  return has_release ? 'Has a release already.' : null
}

type Hours = NonNullable<StudentSummary['hours']>
// Not those of features/hours, whose rules would load with the list.

/** Credited hours of those required, in few words: "7.5 of 720 h"; without a requirement "7.5 h". */
export const creditedWords = ({ credited, required }: Pick<Hours, 'credited' | 'required'>): string =>
  `${formatNumber(credited)}${required === null ? '' : ` of ${formatNumber(required)}`} h`

/** What hours come to with the shifts that are scheduled, and how many are scheduled nowhere yet. */
export const projectedWords = ({ projected, gap }: Pick<Hours, 'projected' | 'gap'>): string =>
  `${formatNumber(projected)} h projected${gap ? `, ${formatNumber(gap)} h not scheduled yet` : ''}`

type NextShift = NonNullable<StudentSummary['next_shift']>

/** Where the next shift is: its unit and site by name, or the campus. */
export const locationOf = ({ unit, site }: Pick<NextShift, 'unit' | 'site'>): string =>
  [unit, site].filter(Boolean).join(', ') || 'On campus'

type Clearance = NonNullable<StudentSummary['clearance']>

/** How many required credentials keep a student from their next shift: "2 missing, 1 in review"; undefined where none does. */
export function openCredentialsWords({ missing, in_review: inReview }: Clearance): string | undefined {
  const counts = [
    ...(missing.length > 0 ? [`${missing.length} missing`] : []),
    ...(inReview.length > 0 ? [`${inReview.length} in review`] : []),
  ]
  return counts.length > 0 ? counts.join(', ') : undefined
}

/** The same by name: "BLS certification; in review: TB test"; where all are in review their names alone. */
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
  | 'invitations'
>

/** What is there and what is missing before a student can be placed: each with what to do about it. */
export function missingOf(student: Known): Missing[] {
  const { cohort, graduation_date: graduates } = student
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
      label: 'Is in a cohort',
      isDone: cohort !== null,
      hint: named
        ? `The invitation named “${named}”, which did not exist then. Move them.`
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
