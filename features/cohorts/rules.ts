import { addDays, diffDays, formatDate, isPlainDate } from '#core/plain-date.ts'
import type {
  BeginReason,
  Cohort,
  CohortStatus,
  EndReason,
  Judged,
  LeaveReason,
  OpenItem,
  ProgramLevel,
  Stay,
} from './contract.ts'

/** States as people read them, in the order of a cohort's life. */
export const cohortStatusLabels: Record<CohortStatus, string> = {
  planned: 'Planned',
  active: 'Active',
  on_hold: 'On hold',
  graduated: 'Graduated',
  archived: 'Archived',
}

export const levelLabels: Record<ProgramLevel, string> = {
  PN: 'Practical nursing (PN)',
  ADN: 'Associate degree (ADN)',
  BSN: 'Bachelor (BSN)',
  ABSN: 'Accelerated bachelor (ABSN)',
  ELMSN: 'Entry-level master (ELMSN)',
  RN_BSN: 'RN to BSN',
  MSN: 'Master (MSN)',
  NP: 'Nurse practitioner (NP)',
  DNP: 'Doctor of nursing practice (DNP)',
}

export const beginReasonLabels: Record<BeginReason, string> = {
  enrolled: 'Enrolled',
  transferred: 'Transferred',
  repeat: 'Repeats the year',
}

export const endReasonLabels: Record<EndReason, string> = {
  transferred: 'Transferred',
  leave: 'On leave',
  withdrew: 'Withdrew',
  dismissed: 'Dismissed',
  graduated: 'Graduated',
  corrected: 'Corrected: was never in it',
}

/** What somebody may choose when a stay ends without another one. */
export const leaveReasons: readonly LeaveReason[] = ['withdrew', 'leave', 'dismissed', 'corrected']

/** How long an archived cohort can be restored, in days. */
export const RESTORE_DAYS = 90

/** What is wrong with a cohort's fields together: graduation comes after the first day, at most ten years later. */
export function problemsOf(fields: {
  start_date: string
  expected_graduation: string
}): Record<string, string> {
  const { start_date: start, expected_graduation: end } = fields
  if (!isPlainDate(start) || !isPlainDate(end)) return {}
  if (end <= start) return { expected_graduation: 'The expected graduation comes after the first day.' }
  return diffDays(start, end) > 3660
    ? { expected_graduation: 'A cohort lasts at most ten years. Check the year.' }
    : {}
}

/** Where an administrator may take a cohort by one press: planned → active, active ⇄ on hold. */
export function nextStatus(status: CohortStatus): 'active' | 'on_hold' | null {
  return status === 'planned' || status === 'on_hold' ? 'active' : status === 'active' ? 'on_hold' : null
}

/** Why a cohort cannot be changed now, or null: an archived one is only to be read. */
export function changeObstacle({ status }: Pick<Cohort, 'status'>): string | null {
  return status === 'archived' ? 'Archived cohorts are only to be read. Restore it first.' : null
}

/** Why a cohort cannot be archived now, or null: nobody may still be in it. */
export function archiveObstacle({
  status,
  student_count,
}: Pick<Cohort, 'status' | 'student_count'>): string | null {
  if (status === 'archived') return 'Archived already.'
  return student_count ? 'Students are still in it: graduate it, or move them first.' : null
}

/** Why a cohort cannot be restored now, or null: only archived ones, for 90 days; `now` in milliseconds since 1970. */
export function restoreObstacle(
  { status, archived_at }: Pick<Cohort, 'status' | 'archived_at'>,
  now: number = Date.now(),
): string | null {
  if (status !== 'archived' || !archived_at) return 'Only archived cohorts can be restored.'
  return now - Date.parse(archived_at) > RESTORE_DAYS * 86_400_000
    ? 'It was archived more than 90 days ago.'
    : null
}

/** Why a cohort cannot graduate now, or null: its school's super admin does it, of those under way that have students. */
export function graduateObstacle(
  { status, student_count }: Pick<Cohort, 'status' | 'student_count'>,
  role: string,
): string | null {
  if (role !== 'school_super_admin' && role !== 'superadmin')
    return 'Only a school super admin graduates a cohort.'
  if (status !== 'active' && status !== 'on_hold') return 'Only an active cohort can graduate.'
  return student_count === 0 ? 'It has no students: archive it instead.' : null
}

/** How full a cohort is against its target: "38 of 40", and the share drawn as a bar, at most 1. */
export function fillOf({ student_count, size_target }: Pick<Cohort, 'student_count' | 'size_target'>): {
  words: string
  share: number | null
  isOver: boolean
} {
  const students = student_count ?? 0
  if (!size_target)
    return { words: students === 1 ? '1 student' : `${students} students`, share: null, isOver: false }
  return {
    words: `${students} of ${size_target}`,
    share: Math.min(1, students / size_target),
    isOver: students > size_target,
  }
}

type Piece = {
  cohort_id: string
  from_date: string
  to_date: string | null
  reason: BeginReason
  end_reason: EndReason | null
}

/**
 * A student's stays as somebody tells them: those without a day in them (corrections) are left out, and one that goes on in
 * the same cohort the day another ended is one stay. Given and returned with the first first.
 */
export function toldStays<P extends Piece>(stays: readonly P[]): P[] {
  const told: P[] = []
  for (const stay of stays) {
    if (stay.to_date === stay.from_date) continue
    const last = told.at(-1)
    if (last && last.cohort_id === stay.cohort_id && last.to_date === stay.from_date)
      told[told.length - 1] = { ...last, to_date: stay.to_date, end_reason: stay.end_reason }
    else told.push(stay)
  }
  return told
}

/** From when until when, in words; the last day is included: "Aug 24, 2026 – Nov 20, 2026", "since Aug 24, 2026". */
export function spanWords({ from_date, to_date }: Pick<Stay, 'from_date' | 'to_date'>): string {
  if (to_date === null) return `since ${formatDate(from_date)}`
  return to_date === from_date
    ? formatDate(from_date)
    : `${formatDate(from_date)} – ${formatDate(addDays(to_date, -1))}`
}

/** Why a student is left out of a move or an end, and what to do about it; empty when nothing stands against it. */
export function verdictWords({ verdict, cohort_name, since }: Judged): string {
  const day = since ? formatDate(since) : ''
  switch (verdict) {
    case 'ok':
      return ''
    case 'unknown':
      return 'Not a student of this school.'
    case 'deactivated':
      return 'The account is deactivated.'
    case 'waiting':
      return 'Waiting for approval: decide on the request first.'
    case 'changed':
      return `Someone else just moved them${cohort_name ? `, to ${cohort_name}` : ''}. Look again.`
    case 'in_none':
      return 'Is in no cohort.'
    case 'already':
      return `Is in it already, since ${day}.`
    case 'later':
      return `Their stay reaches beyond that day (${day}). Choose a later day.`
  }
}

/** What is open before a cohort graduates, in words. */
export function openItemWords({ item, detail }: OpenItem): string {
  switch (item) {
    case 'graduates_later':
      return `Expected to graduate later: ${detail ? formatDate(detail) : ''}`
    case 'no_graduation_date':
      return 'No expected graduation date'
    case 'no_student_number':
      return 'No student number'
    case 'not_active':
      return `Account is ${detail ?? 'not active'}`
    case 'starts_later':
      return `Begins later: ${detail ? formatDate(detail) : ''}`
    case 'invitation_open':
      return 'Invited to this cohort and has not answered'
  }
}
