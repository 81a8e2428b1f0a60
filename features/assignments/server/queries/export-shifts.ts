import { shiftFilter } from '#features/shifts/contract.ts'
import { listShifts } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import {
  MAX_AVAILABLE,
  type AssignmentStatus,
  type SeatBlock,
  type StudentExport,
  type StudentShift,
} from '../../contract.ts'
import { type SeatPart, seatsOf, joinableWaitlists } from '../../rules.ts'
import { availableShifts, myShifts, parseJsonResult } from './own-shifts.ts'

/** A shift in a student's file: their own with the seat, an open one with what blocks it. */
export type ExportedShift = StudentShift & {
  school_name: string
  seat?: AssignmentStatus
  credited_hours?: number
  is_not_cleared?: boolean | undefined
  missing?: readonly string[] | null | undefined
  block?: SeatBlock | null
}

/** The sections of a student's page that contain shifts. */
type ShiftPart = SeatPart | 'open'

/** What a section of the calling student's page shows, by day. */
export async function exportShifts(
  tx: Tx,
  { part, full, semester_id: semester, ...filter }: StudentExport & { part: ShiftPart },
  now: string,
): Promise<ExportedShift[]> {
  const seats = await parseJsonResult(tx, myShifts(null))
  const school = await tx
    .selectFrom('schools')
    .select('name')
    .where('id', '=', sql<string>`(select app.school_id())`)
    .executeTakeFirst()
  const school_name = school?.name ?? ''
  if (part !== 'open')
    return seatsOf(part, seats, now)
      .filter(({ shift }) => !semester || shift.semester_id === semester)
      .map(({ shift, status: seat, credited_hours: hours, is_not_cleared, missing }) => ({
        ...shift,
        school_name,
        seat,
        credited_hours: hours,
        is_not_cleared,
        missing,
      }))
      .filter(({ date }) => (!filter.from || date >= filter.from) && (!filter.to || date <= filter.to))
      .toSorted(bySoonest)
  const open = (await parseJsonResult(tx, availableShifts({ ...filter, limit: MAX_AVAILABLE }))).map(
    (shift) => ({
      ...shift,
      school_name,
    }),
  )
  if (!full) return open
  const { from, to, specialty, site_id } = filter
  const lines = await listShifts(
    tx,
    'student',
    shiftFilter.parse({ status: ['full'], from, to, specialty, facility_id: site_id }),
    {
      limit: MAX_AVAILABLE,
      offset: 0,
    },
  )
  return [...open, ...joinableWaitlists(lines.rows, seats)].toSorted(bySoonest)
}

const bySoonest = (a: StudentShift, b: StudentShift): number =>
  Date.parse(a.starts_at) - Date.parse(b.starts_at)
