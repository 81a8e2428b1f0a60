import { specialtyLabels } from '#features/facilities/rules.ts'
import type { ExportColumn } from '#platform/server/export.ts'
import type { RosterShift, ShiftRow, SlotRow } from '../contract.ts'
import { experienceWords, slotWords, statusWords } from '../rules.ts'

/** What each of these files begins with, and where it says the place. */
const whenColumns: readonly ExportColumn<Pick<ShiftRow, 'date' | 'start_time' | 'end_time' | 'time_zone'>>[] =
  [
    { header: 'Date', value: (row) => row.date, width: 12 },
    { header: 'Start', value: (row) => row.start_time, width: 8 },
    { header: 'End', value: (row) => row.end_time, width: 8 },
    { header: 'Time zone', value: (row) => row.time_zone, width: 18 },
  ]
const placeColumns: readonly ExportColumn<{ unit_name: string | null; site_name: string | null }>[] = [
  { header: 'Unit', value: (row) => row.unit_name, width: 24 },
  { header: 'Site', value: (row) => row.site_name, width: 28 },
]

/** What a file says of a shift. */
export const exportColumns: readonly ExportColumn<ShiftRow>[] = [
  ...whenColumns,
  { header: 'Title', value: (row) => row.title, width: 28 },
  { header: 'Course', value: (row) => row.course_code, width: 10 },
  { header: 'Specialty', value: (row) => specialtyLabels[row.specialty], width: 20 },
  { header: 'Kind', value: (row) => experienceWords[row.experience_type], width: 16 },
  { header: 'School', value: (row) => row.school_name, width: 32 },
  ...placeColumns,
  { header: 'State', value: (row) => statusWords[row.status], width: 20 },
  { header: 'Seats', value: (row) => row.seats ?? row.approved_capacity ?? row.capacity, width: 8 },
  { header: 'Taken', value: (row) => row.seats_taken, width: 8 },
  { header: 'Waiting', value: (row) => row.waiting, width: 8 },
  { header: 'Instructor', value: (row) => row.proctor_name, width: 24 },
  { header: 'Preceptor', value: (row) => row.preceptor_name, width: 24 },
]

/** What a file says of an offered place: to the facility who may take it and who has, to a school what stands in its way. */
export const slotColumns = (forSchool: string | null): readonly ExportColumn<SlotRow>[] => [
  ...whenColumns,
  ...placeColumns,
  { header: 'Facility', value: (row) => row.organization_name, width: 28 },
  { header: 'Seats', value: (row) => row.seats, width: 8 },
  { header: 'Kind', value: (row) => experienceWords[row.experience_type], width: 16 },
  { header: 'Specialty', value: (row) => specialtyLabels[row.specialty], width: 20 },
  { header: 'Note', value: (row) => row.note, width: 32 },
  { header: 'State', value: (row) => slotWords[row.status], width: 12 },
  ...(forSchool
    ? [{ header: 'What stands in the way', value: (row: SlotRow) => row.obstacle, width: 40 }]
    : [
        { header: 'Reason', value: (row: SlotRow) => row.status_reason, width: 32 },
        {
          header: 'Offered to',
          value: (row: SlotRow) => row.offered_to.map(({ name }) => name).join(', ') || 'All partners',
          width: 32,
        },
        { header: 'Taken by', value: (row: SlotRow) => row.school_name, width: 32 },
        {
          header: 'Its shift',
          value: (row: SlotRow) => row.shift_status && statusWords[row.shift_status],
          width: 20,
        },
      ]),
]

/** A line of a day's roster: a student on a shift, or a shift to which nobody comes yet. */
export type RosterLine = RosterShift & { student?: RosterShift['roster'][number] }

/** What a file says of who comes; for what it may be used stands at the head of the names, as on paper. */
export const rosterColumns: readonly ExportColumn<RosterLine>[] = [
  ...whenColumns,
  ...placeColumns,
  { header: 'School', value: (row) => row.school_name, width: 32 },
  { header: 'Title', value: (row) => row.title, width: 28 },
  { header: 'Course', value: (row) => row.course_code, width: 10 },
  { header: 'Instructor', value: (row) => row.proctor_name ?? row.preceptor_name, width: 24 },
  { header: 'Phone of the instructor', value: (row) => row.instructor_phone, width: 18 },
  {
    header: 'Student (for the placement alone, 34 CFR 99.33)',
    value: ({ student }) => student?.label,
    width: 28,
  },
  { header: 'Level', value: ({ student }) => student?.level, width: 10 },
  { header: 'Year', value: ({ student }) => student?.year, width: 8 },
  { header: 'In an emergency', value: ({ student }) => student?.emergency_contact, width: 32 },
]
