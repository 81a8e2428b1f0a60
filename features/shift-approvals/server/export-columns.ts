import { facilityColumns, whenColumns } from '#features/shifts/server/public.ts'
import { leaderNames } from '#features/shifts/rules.ts'
import type { ExportColumn } from '#platform/server/export.ts'
import type { CapstoneDay, RosterShift } from '../contract.ts'
import { clearanceWords } from '../rules.ts'

type OfBoth =
  | 'date'
  | 'start_time'
  | 'end_time'
  | 'time_zone'
  | 'unit_name'
  | 'site_name'
  | 'school_name'
  | 'course_code'
/** A line of a day's roster: a student on a shift, a shift without students, or a capstone student, by number only. */
export type RosterLine = Pick<RosterShift, OfBoth> & {
  title: string | null
  leaders: string | null
  instructor_phone: string | null
  student?: RosterShift['roster'][number]
  label?: string | undefined
}

/** The lines of a shift. */
export function linesOf(shift: RosterShift): RosterLine[] {
  const line = { ...shift, leaders: leaderNames(shift) }
  return shift.roster.length === 0
    ? [line]
    : shift.roster.map((student) => ({ ...line, student, label: student.label }))
}

/** The line of a capstone student: the name is in the project. */
export const lineOfCapstone = (day: CapstoneDay): RosterLine => ({
  ...day,
  title: day.floated_to ? `Capstone project, on ${day.floated_to}` : 'Capstone project',
  leaders: day.preceptor_name,
  instructor_phone: null,
  label: '1 student',
})

/** The columns of a roster file; the header above the names says what they may be used for, as on paper. */
export const rosterColumns: readonly ExportColumn<RosterLine>[] = [
  ...whenColumns,
  ...facilityColumns,
  { header: 'School', value: (row) => row.school_name, width: 32 },
  { header: 'Title', value: (row) => row.title, width: 28 },
  { header: 'Course', value: (row) => row.course_code, width: 10 },
  { header: 'Instructor', value: (row) => row.leaders, width: 24 },
  { header: 'Phone of the instructor', value: (row) => row.instructor_phone, width: 18 },
  {
    header: 'Student (for the placement alone, 34 CFR 99.33)',
    value: ({ label }) => label,
    width: 28,
  },
  { header: 'Level', value: ({ student }) => student?.level, width: 10 },
  { header: 'Year', value: ({ student }) => student?.year, width: 8 },
  { header: 'Clearance', value: ({ student }) => student && clearanceWords(student), width: 32 },
  { header: 'In an emergency', value: ({ student }) => student?.emergency_contact, width: 32 },
]
