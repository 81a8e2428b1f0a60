import { facilityColumns, whenColumns } from '#features/shifts/server/public.ts'
import { leaderNames } from '#features/shifts/rules.ts'
import type { ExportColumn } from '#platform/server/export.ts'
import type { RosterShift } from '../contract.ts'
import { clearanceWords } from '../rules.ts'

/** A line of a day's roster: a student on a shift, or a shift without students. */
export type RosterLine = RosterShift & { student?: RosterShift['roster'][number] }

/** The columns of a roster file; the header above the names says what they may be used for, as on paper. */
export const rosterColumns: readonly ExportColumn<RosterLine>[] = [
  ...whenColumns,
  ...facilityColumns,
  { header: 'School', value: (row) => row.school_name, width: 32 },
  { header: 'Title', value: (row) => row.title, width: 28 },
  { header: 'Course', value: (row) => row.course_code, width: 10 },
  { header: 'Instructor', value: (row) => leaderNames(row), width: 24 },
  { header: 'Phone of the instructor', value: (row) => row.instructor_phone, width: 18 },
  {
    header: 'Student (for the placement alone, 34 CFR 99.33)',
    value: ({ student }) => student?.label,
    width: 28,
  },
  { header: 'Level', value: ({ student }) => student?.level, width: 10 },
  { header: 'Year', value: ({ student }) => student?.year, width: 8 },
  { header: 'Clearance', value: ({ student }) => student && clearanceWords(student), width: 32 },
  { header: 'In an emergency', value: ({ student }) => student?.emergency_contact, width: 32 },
]
