import { specialtyLabels } from '#core/specialties.ts'
import type { ExportColumn } from '#platform/server/export.ts'
import type { ShiftRow } from '../contract.ts'
import { experienceWords, instructorNames, preceptorNames, statusWords } from '../rules.ts'

/** What each of these files begins with, and where it says the location. */
export const whenColumns: readonly ExportColumn<
  Pick<ShiftRow, 'date' | 'start_time' | 'end_time' | 'time_zone'>
>[] = [
  { header: 'Date', value: (row) => row.date, width: 12 },
  { header: 'Start', value: (row) => row.start_time, width: 8 },
  { header: 'End', value: (row) => row.end_time, width: 8 },
  { header: 'Time zone', value: (row) => row.time_zone, width: 18 },
]
export const facilityColumns: readonly ExportColumn<{
  unit_name: string | null
  site_name: string | null
}>[] = [
  { header: 'Unit', value: (row) => row.unit_name, width: 24 },
  { header: 'Site', value: (row) => row.site_name, width: 28 },
]

/** What a file reads of a shift; lists of students do not have the seats that were asked for. */
type ShiftInFile = Omit<ShiftRow, 'approved_capacity' | 'capacity' | PlannedAlone> &
  Partial<Pick<ShiftRow, 'approved_capacity' | 'capacity'>>
type PlannedAlone =
  | 'school_id'
  | 'seats_limit'
  | 'min_to_run'
  | 'proctor_id'
  | 'preceptor_id'
  | 'more_proctor_ids'
  | 'more_preceptor_ids'
  | 'series_id'
  | 'respond_by'
  | 'has_change'

/** What a file says of a shift, no matter who asks. */
export const exportColumns: readonly ExportColumn<ShiftInFile>[] = [
  ...whenColumns,
  { header: 'Title', value: (row) => row.title, width: 28 },
  { header: 'Course', value: (row) => row.course_code, width: 10 },
  { header: 'Specialty', value: (row) => specialtyLabels[row.specialty], width: 20 },
  { header: 'Kind', value: (row) => experienceWords[row.experience_type], width: 16 },
  { header: 'School', value: (row) => row.school_name, width: 32 },
  ...facilityColumns,
  { header: 'Status', value: (row) => statusWords[row.status], width: 20 },
  { header: 'Seats', value: (row) => row.seats ?? row.approved_capacity ?? row.capacity, width: 8 },
  { header: 'Taken', value: (row) => row.seats_taken, width: 8 },
  { header: 'Waiting', value: (row) => row.waiting, width: 8 },
  { header: 'Instructor', value: (row) => instructorNames(row), width: 24 },
  { header: 'Preceptor', value: (row) => preceptorNames(row), width: 24 },
]

/** The same for those who see the seats: how many of them are not cleared. A facility reads it in its roster, of whom it sees. */
export const seatColumns: readonly ExportColumn<ShiftRow>[] = [
  ...exportColumns,
  { header: 'Not cleared', value: (row) => row.not_cleared || null, width: 12 },
]
