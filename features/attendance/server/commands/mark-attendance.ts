import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { notification } from '#core/notification-texts.ts'
import { giveReason } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import type { ClearanceBrief } from '#features/credentials/contract.ts'
import { clearanceOnShift } from '#features/credentials/server/public.ts'
import type { Mark } from '../../contract.ts'
import { attendanceRefusals, notificationTexts } from '../../messages.ts'
import {
  absences,
  attendanceLabels,
  clearanceBlocker,
  arrivedLate,
  isArrival,
  isTakenBackLate,
  markBlocker,
  markedAs,
} from '../../rules.ts'
import { type LockedAttendance, lockAttendance } from './lock-attendance.ts'
import { notifyOnShift, notifyStudent } from './notify-attendance.ts'
import { notifyAtRisk } from './notify-at-risk.ts'
import { writeAttendance } from './write-attendance.ts'

type Row = { id: string; version: number; mark: Mark; at: string | null; reason: string | null }

/** Records the attendance of students on a shift, all or none: by its instructor, its preceptor or the school. */
export async function markAttendance(
  tx: Tx,
  me: Pick<Viewer, 'role'>,
  shiftId: string,
  rows: readonly Row[],
) {
  const locked = await lockAttendance(
    tx,
    rows.map(({ id }) => id),
  )
  if (locked.some(({ shift_id: id }) => id !== shiftId))
    refuse(attendanceRefusals, refusal('attendance.not_found'))
  const cleared = await clearanceOnShift(
    tx,
    shiftId,
    locked.map((row) => row.student_id),
  )
  for (const row of locked)
    await markOne(
      tx,
      me,
      row,
      rows.find(({ id }) => id === row.id)!,
      cleared.get(row.student_id),
    )
}

async function markOne(
  tx: Tx,
  { role }: Pick<Viewer, 'role'>,
  row: LockedAttendance,
  sent: Row,
  clearance: ClearanceBrief | undefined,
) {
  // For the caller, a record that was just created was version 0.
  if (sent.version !== row.version && !(sent.version === 0 && row.version === 1 && row.status === 'expected'))
    refuse(attendanceRefusals, refusal('attendance.old_version', { name: row.full_name }))
  refuseIf(attendanceRefusals, markBlocker(row.record, sent, row.shift, row.now, row.settings))
  const next = markedAs(row.record, sent, row.shift, row.now)
  const by = role === 'proctor' || role === 'facility_admin' ? ('instructor' as const) : ('school' as const)
  if (isArrival(row.record.status, next.status))
    refuseIf(attendanceRefusals, clearanceBlocker(clearance, row.settings, { by, name: row.full_name }))
  const reason = sent.reason?.trim() || null
  const isAbsent = absences.includes(next.status)
  await giveReason(tx, reason ?? '')
  await writeAttendance(tx, row, {
    ...next,
    check_in_method:
      next.check_in_at === null
        ? null
        : next.check_in_at === row.check_in_at
          ? row.record.check_in_method
          : by,
    check_out_method:
      next.check_out_at === null
        ? null
        : next.check_out_at === row.check_out_at
          ? row.record.check_out_method
          : by,
    ...(next.check_out_at === null && {
      check_out_pressed_at: null,
      check_out_offline: false,
      check_out_reason: null,
    }),
    ...(next.status === 'expected' && {
      check_in_pressed_at: null,
      check_in_offline: false,
      distance_m: null,
      is_inside: null,
      check_in_reason: null,
    }),
    ...(next.status === 'called_out' && { called_out_at: row.called_out_at ?? row.now }),
    ...(next.status === 'expected' && { called_out_at: null }),
    absence_reason: isAbsent || next.status === 'called_out' ? (reason ?? row.absence_reason) : null,
  })
  if (isArrival(row.record.status, next.status) && arrivedLate(row.shift, next, row.settings))
    await notifyAtRisk(tx, row, next.status)
  if (isTakenBackLate(row.record.status, next.status, row.shift, row.now))
    await notifyOnShift(
      tx,
      row,
      notification(notificationTexts, 'attendance.was_there', { ...row.facts, student: row.full_name }),
    )
  const before = row.record.status
  if (next.status === before) return
  const kind = attendanceLabels[isAbsent ? next.status : before].toLowerCase()
  const facts = { ...row.facts, kind }
  if (!isAbsent) {
    if (absences.includes(before))
      await notifyStudent(tx, row, notification(notificationTexts, 'attendance.not_absent', facts))
    return
  }
  await notifyStudent(tx, row, notification(notificationTexts, 'attendance.absent', { ...facts, reason }))
  await notifyAtRisk(tx, row, next.status)
}
