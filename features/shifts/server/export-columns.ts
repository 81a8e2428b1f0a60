import { specialtyLabels } from '#core/specialties.ts'
import type { ExportColumn } from '#platform/server/export.ts'
import type { ShiftRow } from '../contract.ts'
import { experienceLabels, instructorNames, preceptorNames, statusLabels } from '../rules.ts'

/** The first columns of each of these files, and the location columns. */
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

/** The parts of a shift that a file reads; lists for students have no requested seats. */
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

/** The columns of a shift in a file, the same for every reader. */
export const exportColumns: readonly ExportColumn<ShiftInFile>[] = [
  ...whenColumns,
  { header: 'Title', value: (row) => row.title, width: 28 },
  { header: 'Course', value: (row) => row.course_code, width: 10 },
  { header: 'Specialty', value: (row) => specialtyLabels[row.specialty], width: 20 },
  { header: 'Kind', value: (row) => experienceLabels[row.experience_type], width: 16 },
  { header: 'School', value: (row) => row.school_name, width: 32 },
  ...facilityColumns,
  { header: 'Status', value: (row) => statusLabels[row.status], width: 20 },
  { header: 'Seats', value: (row) => row.seats ?? row.approved_capacity ?? row.capacity, width: 8 },
  { header: 'Taken', value: (row) => row.seats_taken, width: 8 },
  { header: 'Waiting', value: (row) => row.waiting, width: 8 },
  { header: 'Instructor', value: (row) => instructorNames(row), width: 24 },
  { header: 'Preceptor', value: (row) => preceptorNames(row), width: 24 },
]

/**
 * The columns for readers who see the seats: adds how many of them are not cleared. A facility sees that in its roster, for the students it
 * sees.
 */
export const seatColumns: readonly ExportColumn<ShiftRow>[] = [
  ...exportColumns,
  { header: 'Not cleared', value: (row) => row.not_cleared || null, width: 12 },
]
