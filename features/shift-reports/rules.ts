import { refusal } from '#core/refusal.ts'
import type { SchoolSettings } from '#core/school-settings.ts'
import type { Step } from '#core/steps.ts'
import type { AttendanceRow } from '#features/attendance/contract.ts'
import { absences, isLate } from '#features/attendance/rules.ts'
import type { ReportFields, ReportStatus } from './contract.ts'

export type ReportParty = 'instructor' | 'school' | 'system'

/** All steps of a shift report (Domain 2.12). An instructor's report without exceptions is accepted at once. */
export const reportSteps = [
  { event: 'save', from: 'due', to: 'draft', parties: ['instructor'] },
  { event: 'submit', from: 'draft', to: 'submitted', parties: ['instructor', 'system'] },
  { event: 'submit', from: 'due', to: 'submitted', parties: ['system'] },
  { event: 'submit', from: 'returned', to: 'submitted', parties: ['system'] },
  { event: 'return', from: 'submitted', to: 'returned', parties: ['school'] },
  { event: 'correct', from: 'returned', to: 'draft', parties: ['instructor'] },
  { event: 'accept', from: 'submitted', to: 'accepted', parties: ['school', 'instructor', 'system'] },
] as const satisfies readonly Step<ReportStatus, ReportParty>[]

/** Labels of the report statuses (Domain 2.12). */
export const reportLabels: Record<ReportStatus, string> = {
  due: 'Due',
  draft: 'Draft',
  submitted: 'Submitted',
  returned: 'Returned',
  accepted: 'Accepted',
}

/** Why an incident can't be reported, or null: the follow-up day must not be past. */
export const followUpBlocker = ({ follow_up_by: by }: { follow_up_by: string | null }, today: string) =>
  by !== null && by < today ? refusal('incident.follow_up_past') : null

/** The status of an incident on a day: overdue if it is open after the day it was to be followed up by. */
export function incidentStatus(
  { closed_at: closed, follow_up_by: by }: { closed_at: string | null; follow_up_by: string | null },
  today: string,
): 'closed' | 'overdue' | 'open' {
  if (closed) return 'closed'
  return by !== null && by < today ? 'overdue' : 'open'
}

/** True while an instructor can write the report: until it is submitted, and again once it is returned (Domain 2.12). */
export const isOpenReport = (status: ReportStatus): boolean =>
  status === 'due' || status === 'draft' || status === 'returned'

/** True when a report is past its due time and not submitted (Domain 2.12: +48 h). */
export const isOverdue = ({ status, due_at: due }: { status: ReportStatus; due_at: string }, now: string) =>
  isOpenReport(status) && Date.parse(due) < Date.parse(now)

type Attended = Pick<
  AttendanceRow,
  | 'full_name'
  | 'status'
  | 'late_min'
  | 'left_early_min'
  | 'is_inside'
  | 'check_in_at'
  | 'check_in_method'
  | 'check_in_pressed_at'
  | 'check_out_reason'
>

/** What needs a look in a student's attendance; empty if check-in, check-out and location agree (Domain 2.11). */
export function exceptionsOf(row: Attended, settings: Pick<SchoolSettings, 'late_grace_min'>): string[] {
  if (absences.includes(row.status)) return ['absent']
  if (!isDecided(row)) return ['attendance not recorded']
  return [
    isLate(row.late_min, settings) && `${row.late_min} min late`,
    row.left_early_min > 0 && `left ${row.left_early_min} min early`,
    row.is_inside === false && 'checked in away from the site',
    row.check_out_reason !== null && 'checked out later, with a reason',
  ].filter((what): what is string => what !== false)
}

/** True when attendance is settled: the student came and left, or was absent (Domain 2.4). */
export const isDecided = ({ status }: Pick<Attended, 'status'>): boolean =>
  status === 'completed' || absences.includes(status)

/** Why a report can't be submitted, or null (Domain 2.12: the no-patient-information tick, everyone's attendance). */
export function submitBlocker(
  report: { status: ReportStatus; teaching_summary: string | null },
  attendance: readonly Attended[],
  hasTicked: boolean,
) {
  if (report.status !== 'draft') return refusal('shift_report.not_a_draft')
  const open = attendance.filter((row) => !isDecided(row)).map(({ full_name: name }) => name)
  if (open.length > 0) return refusal('shift_report.attendance_open', { names: open })
  if ((report.teaching_summary ?? '').trim().length < 3) return refusal('shift_report.summary_missing')
  return hasTicked ? null : refusal('shift_report.tick_missing')
}

/** A school's decision on a report. */
export type Decision = { decision: 'accept' | 'return'; reason: string | null }

/**
 * Why a report can't be decided, or null: it is decided once, after it was submitted, returned to its instructor with a reason, or accepted
 * when everyone's attendance is settled (Domain 2.12).
 */
export function decisionBlocker(
  { status, proctor_id: proctor }: { status: ReportStatus; proctor_id: string | null },
  { decision, reason }: Decision,
  attendance: readonly Attended[],
) {
  if (status !== 'submitted') return refusal('shift_report.not_submitted', { status })
  const open = attendance.filter((row) => !isDecided(row)).map(({ full_name: name }) => name)
  if (decision === 'accept')
    return open.length > 0 ? refusal('shift_report.attendance_open', { names: open }) : null
  if (proctor === null) return refusal('shift_report.no_instructor')
  if ((reason ?? '').trim().length < 3) return refusal('shift_report.reason_missing')
  return null
}

/** Characters of a reason that are kept with waived hours. */
const MAX_REASON = 500

/** Hours to make up: how many, and whether they are waived and why. */
type Need = {
  status: 'open' | 'scheduled' | 'made_up' | 'waived'
  hours: number
  waived_reason: string | null
}

/**
 * Hours to make up after the credited hours of their shift were corrected, or null if they stay: what is owed follows the shift; with none
 * left, what is not arranged yet is waived, until the shift credits hours again (domain 2.8). `before` and `now` are the shift's hours, each
 * with its reason.
 */
export function needAfterCorrection(
  need: Need,
  before: { hours: number; reason: string | null },
  now: { hours: number; reason: string },
): Need | null {
  const said = (reason: string | null) => reason?.slice(0, MAX_REASON) ?? null
  const wasWaivedSo =
    need.status === 'waived' && before.hours === 0 && need.waived_reason === said(before.reason)
  if (need.status === 'open' && now.hours === 0)
    return { status: 'waived', hours: need.hours, waived_reason: said(now.reason) }
  if (wasWaivedSo && now.hours > 0) return { status: 'open', hours: now.hours, waived_reason: null }
  if ((need.status === 'open' || need.status === 'scheduled') && need.hours !== now.hours)
    return { ...need, hours: now.hours }
  return null
}

/** Applies what was written here since `base` to what another tab or instructor saved meanwhile, field by field and student by student. */
export function mergeReports(base: ReportFields, mine: ReportFields, theirs: ReportFields): ReportFields {
  return {
    ...newer(base, mine, theirs),
    facility_feedback: newer(base.facility_feedback, mine.facility_feedback, theirs.facility_feedback),
    roster: theirs.roster.map((row) => {
      const of = (fields: ReportFields) => fields.roster.find(({ id }) => id === row.id) ?? row
      return newer(of(base), of(mine), row)
    }),
  }
}

/** Their values, replaced by each of mine that changed since `base`. */
function newer<Values extends object>(base: Values, mine: Values, theirs: Values): Values {
  const own = Object.entries(mine).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(base[key as keyof Values]),
  )
  return { ...theirs, ...Object.fromEntries(own) }
}
