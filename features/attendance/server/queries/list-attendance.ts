import { sql } from 'kysely'
import { type SchoolSettings, settingsOf } from '#core/school-settings.ts'
import { heldSeats } from '#core/seat-statuses.ts'
import { unclosedStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import type { AttendanceRow, AttendanceStatus, OwnAttendance } from '../../contract.ts'
import { creditedMinutes, isLate, minutesMissed, windowsOf } from '../../rules.ts'
import { findLabels } from './find-labels.ts'

/**
 * Seats with their attendance and their shift; a seat without a record is
 * expected, or has the status known from before there were records.
 */
const seats = (tx: Tx) =>
  tx
    .selectFrom('assignments as a')
    .innerJoin('shifts as s', 's.id', 'a.shift_id')
    .innerJoin('schools as c', 'c.id', 'a.school_id')
    .leftJoin('attendance_records as r', 'r.id', 'a.id')
    .leftJoin('facilities as unit', 'unit.id', 's.facility_id')
    .leftJoin('facilities as site', 'site.id', 'unit.parent_id')
    .leftJoin('sites as pin', 'pin.id', 'site.id')
    .select(({ ref }) => [
      'a.id',
      'a.shift_id',
      'a.student_id',
      'a.status as seat_status',
      'r.status',
      'r.version',
      'r.check_in_at',
      'r.check_in_method',
      'r.check_in_pressed_at',
      'r.check_in_received_at',
      'r.check_in_offline',
      'r.check_out_at',
      'r.check_out_offline',
      'r.check_out_reason',
      'r.distance_m',
      'r.is_inside',
      'r.check_in_reason',

      'r.called_out_at',
      'r.absence_reason',
      'r.posted_at',
      's.starts_at',
      's.ends_at',
      's.time_zone',
      's.credited_hours',
      'c.settings',
      'unit.name as unit',
      'site.name as site',
      'pin.pin_confirmed_at',
      sql<number>`(select coalesce(sum(e.minutes), 0)::integer from public.hours_entries e where e.assignment_id = ${ref('a.id')} and r.posted_at is not null)`.as(
        'posted_minutes',
      ),
      sql<
        string | null
      >`(select n.full_name from app.names_on_shifts(array[s.id]) n where n.student_id = ${ref('a.student_id')} limit 1)`.as(
        'full_name',
      ),
    ])
    .where('a.status', 'in', heldSeats)

type Seat = Awaited<ReturnType<ReturnType<typeof seats>['execute']>>[number]

function recordOf(seat: Seat) {
  const settings = settingsOf(seat.settings as Partial<SchoolSettings>)
  const status = (seat.status ??
    (seat.seat_status === 'assigned' ? 'expected' : seat.seat_status)) as AttendanceStatus
  const missed = minutesMissed(seat, seat)
  const shift = { credited_hours: Number(seat.credited_hours) }
  return {
    id: seat.id,
    shift_id: seat.shift_id,
    student_id: seat.student_id,
    status,
    version: seat.version ?? 0,
    check_in_at: seat.check_in_at,
    check_in_method: seat.check_in_method as AttendanceRow['check_in_method'],
    check_in_pressed_at: seat.check_in_pressed_at,
    check_in_received_at: seat.check_in_received_at,
    check_in_offline: seat.check_in_offline ?? false,
    check_out_at: seat.check_out_at,
    check_out_offline: seat.check_out_offline ?? false,
    check_out_reason: seat.check_out_reason,
    distance_m: seat.distance_m,
    is_inside: seat.is_inside,
    check_in_reason: seat.check_in_reason,
    ...missed,
    is_late: isLate(missed.late_min, settings),
    called_out_at: seat.called_out_at,
    absence_reason: seat.absence_reason,
    minutes:
      seat.posted_at === null ? creditedMinutes(shift, { status, ...missed }, settings) : seat.posted_minutes,
    posted_at: seat.posted_at,
  }
}

/** The attendance of these seats, as far as the caller may see it. */
export async function attendanceOf(tx: Tx, ids: readonly string[]) {
  return (await seats(tx).where('a.id', 'in', ids).orderBy('a.id').execute()).map(recordOf)
}

/**
 * Attendance of everyone on a shift, by name; undefined if the caller may not
 * see the shift. A preceptor reads names as their facility does, with each read
 * in the student's log, and a number if there is no release.
 */
export async function listAttendance(tx: Tx, shiftId: string) {
  const shift = await tx
    .selectFrom('shifts as s')
    .innerJoin('schools as c', 'c.id', 's.school_id')
    .select(['s.starts_at', 's.ends_at', 'c.settings'])
    .where('s.id', '=', shiftId)
    .executeTakeFirst()
  if (!shift) return undefined
  const rows = await seats(tx)
    .where('a.shift_id', '=', shiftId)
    .orderBy('full_name')
    .orderBy('a.id')
    .execute()
  const { opensAt, noShowAt } = windowsOf(shift, settingsOf(shift.settings as Partial<SchoolSettings>))
  return {
    opens_at: opensAt,
    no_show_at: noShowAt,
    rows: await withNames(tx, shiftId, rows),
  }
}

async function withNames(tx: Tx, shiftId: string, rows: readonly Seat[]): Promise<AttendanceRow[]> {
  const hasNames = rows.every((row) => row.full_name !== null)
  const labels = hasNames ? new Map<string, string>() : await findLabels(tx, shiftId)
  return rows.map((row) => ({
    ...recordOf(row),
    full_name: row.full_name ?? labels.get(row.id) ?? 'Student',
  }))
}

/** Attendance of everyone on a shift, for its report; undefined if the caller may not see the shift. */
export const attendanceOfShift = async (tx: Tx, shiftId: string): Promise<AttendanceRow[] | undefined> =>
  (await listAttendance(tx, shiftId))?.rows

/** The same, locked until the hours that follow from it are posted; who records attendance meanwhile waits, and is refused. */
export async function lockAttendanceOfShift(tx: Tx, shiftId: string): Promise<AttendanceRow[] | undefined> {
  await tx
    .selectFrom('attendance_records')
    .select('id')
    .where('shift_id', '=', shiftId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return attendanceOfShift(tx, shiftId)
}

/** A student's own attendance: of one shift, or of those under way or beginning within a day. */
export async function listOwn(tx: Tx, me: string, shiftId: string | undefined): Promise<OwnAttendance[]> {
  let query = seats(tx).where('a.student_id', '=', me).orderBy('s.starts_at').orderBy('a.id')
  query = shiftId
    ? query.where('a.shift_id', '=', shiftId)
    : query
        .where('s.starts_at', '<', sql<string>`now() + interval '24 hours'`)
        .where('s.ends_at', '>', sql<string>`now() - interval '24 hours'`)
        .where('s.status', 'in', unclosedStates)
  return (await query.execute()).map((seat) => {
    const windows = windowsOf(seat, settingsOf(seat.settings as Partial<SchoolSettings>))
    return {
      ...recordOf(seat),
      opens_at: windows.opensAt,
      location_until: windows.locationUntil,
      check_out_until: windows.checkOutUntil,
      starts_at: seat.starts_at,
      ends_at: seat.ends_at,
      time_zone: seat.time_zone,
      location: [seat.unit, seat.site].filter(Boolean).join(', ') || 'On campus',
      has_location: seat.pin_confirmed_at !== null,
    }
  })
}
