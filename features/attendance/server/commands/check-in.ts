import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { clearanceOnShift } from '#features/credentials/server/public.ts'
import { attendanceRefusals } from '../../messages.ts'
import {
  checkInBlocker,
  clearanceBlocker,
  distanceInMeters,
  arrivedLate,
  isArrival,
  isInside,
  effectiveTime,
  withCheckIn,
} from '../../rules.ts'
import { isCodeOf } from '../check-in-codes.ts'
import { type LockedAttendance, lockOwn } from './lock-attendance.ts'
import { notifyAtRisk } from './notify-at-risk.ts'
import { writeCheckInTimes } from './write-check-in-times.ts'

type Location = { latitude: number; longitude: number; accuracy_m: number }
type Sent = {
  id: string
  pressed_at: string
  code: string | null
  location: Location | null
  reason: string | null
}

/**
 * Checks a student in, by the code that the instructor shows or by a location near
 * the site's confirmed pin. Computes their clearance at this time.
 */
export async function checkIn(
  tx: Tx,
  secret: string,
  { id, pressed_at: pressedAt, code, location: sentFrom, reason }: Sent,
): Promise<void> {
  const row = await lockOwn(tx, id)
  const { at, isOffline } = effectiveTime(pressedAt, row.now)
  const isCodeRight = code === null ? null : isCodeOf(secret, row.shift_id, code, Date.parse(at))
  const location = locationOf(row, sentFrom)
  const proof = { isCodeRight, location, reason }
  refuseIf(attendanceRefusals, checkInBlocker(row.shift, at, row.now, proof, row.settings))
  const isThere = location && isInside(location.distanceM, location.accuracyM, location.radiusM)
  const cleared = await clearanceOnShift(tx, row.shift_id, [row.student_id])
  refuseIf(
    attendanceRefusals,
    clearanceBlocker(cleared.get(row.student_id), row.settings, { by: 'student', name: null }),
  )
  const sent = {
    at,
    isOffline,
    method: isCodeRight ? ('code' as const) : ('location' as const),
    distanceM: location?.distanceM ?? null,
    isInside: isThere,
    reason: isThere ? null : reason?.trim() || null,
  }
  const next = withCheckIn(row.record, sent)
  await writeCheckInTimes(tx, row, next)
  if (isArrival(row.record.status, next.status) && arrivedLate(row.shift, next, row.settings))
    await notifyAtRisk(tx, row, next.status)
}

/** How far a location is from the site's pin; null if the pin is not confirmed. */
function locationOf(row: LockedAttendance, location: Location | null) {
  const { latitude, longitude, geofence_radius_m: radius } = row
  if (row.pin_confirmed_at === null || latitude === null || longitude === null || location === null)
    return null
  const distanceM = distanceInMeters({ latitude, longitude }, location)
  return { distanceM, accuracyM: location.accuracy_m, radiusM: radius ?? 250 }
}
