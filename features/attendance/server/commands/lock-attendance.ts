import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import { type SchoolSettings, settingsOf } from '#core/school-settings.ts'
import { heldSeats } from '#core/seat-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { attendanceRefusals } from '../../messages.ts'
import { type CheckInTimes, checkInTimesOf } from '../../rules.ts'
import { findLabels } from '../queries/find-labels.ts'

export type LockedAttendance = Awaited<ReturnType<typeof lockAttendance>>[number]

/**
 * Locks the attendance of seats, in the order of their ids, with their shift;
 * creates missing records. Refuses if the caller may not see one of the seats.
 */
export async function lockAttendance(tx: Tx, ids: readonly string[]) {
  const seats = await tx.selectFrom('assignments').select(['id', 'status']).where('id', 'in', ids).execute()
  if (seats.length < new Set(ids).size) refuse(attendanceRefusals, refusal('attendance.not_found'))
  if (seats.some(({ status }) => !heldSeats.includes(status)))
    refuse(attendanceRefusals, refusal('attendance.no_seat'))
  const known = await tx.selectFrom('attendance_records').select('id').where('id', 'in', ids).execute()
  const missing = ids.filter((id) => !known.some((record) => record.id === id))
  if (missing.length > 0)
    await tx
      .insertInto('attendance_records')
      .columns(['id', 'school_id', 'shift_id', 'student_id'])
      .expression((db) =>
        db
          .selectFrom('assignments')
          .select(['id', 'school_id', 'shift_id', 'student_id'])
          .where('id', 'in', missing)
          .orderBy('id'),
      )
      .onConflict((there) => there.doNothing())
      .execute()
  const rows = await tx
    .selectFrom('attendance_records as r')
    .innerJoin('shifts as s', 's.id', 'r.shift_id')
    .innerJoin('schools as c', 'c.id', 'r.school_id')
    .leftJoin('facilities as unit', 'unit.id', 's.facility_id')
    .leftJoin('facilities as site', 'site.id', 'unit.parent_id')
    .leftJoin('sites as pin', 'pin.id', 'site.id')
    .selectAll('r')
    .select(({ ref }) => [
      's.status as shift_status',
      's.starts_at',
      's.ends_at',
      's.date',
      's.start_time',
      's.end_time',
      's.time_zone',
      's.credited_hours',
      's.proctor_id',
      'unit.name as unit',
      'site.name as site',
      'pin.latitude',
      'pin.longitude',
      'pin.geofence_radius_m',
      'pin.pin_confirmed_at',
      'c.settings',
      sql<string>`now()`.as('now'),
      sql<
        string | null
      >`(select n.full_name from app.names_on_shifts(array[s.id]) n where n.student_id = ${ref('r.student_id')} limit 1)`.as(
        'full_name',
      ),
    ])
    .where('r.id', 'in', ids)
    .orderBy('r.id')
    .forUpdate('r')
    .execute()
  const labels = await labelsOf(tx, rows)
  return rows.map((row) => ({
    ...row,
    full_name: row.full_name ?? labels.get(row.id) ?? 'A student',
    record: checkInTimesOf(row as unknown as CheckInTimes),
    settings: settingsOf(row.settings as Partial<SchoolSettings>),
    shift: {
      status: row.shift_status,
      starts_at: row.starts_at,
      ends_at: row.ends_at,
      time_zone: row.time_zone,
      credited_hours: Number(row.credited_hours),
    },
    facts: {
      unit: row.unit,
      site: row.site,
      date: row.date,
      start_time: row.start_time.slice(0, 5),
      end_time: row.end_time.slice(0, 5),
    },
  }))
}

/** A preceptor sees students as their facility does; everyone else who may lock a seat sees its name. */
async function labelsOf(tx: Tx, rows: readonly { shift_id: string; full_name: string | null }[]) {
  const unnamed = rows.find((row) => row.full_name === null)
  return unnamed ? findLabels(tx, unnamed.shift_id) : new Map<string, string>()
}

/** Locks the single seat of a student's own command. */
export async function lockOwn(tx: Tx, id: string): Promise<LockedAttendance> {
  const [row] = await lockAttendance(tx, [id])
  return row ?? refuse(attendanceRefusals, refusal('attendance.not_found'))
}
