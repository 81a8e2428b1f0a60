import type { SemesterRow } from '../contract.ts'
import { lifecycleLabels, semesterTypeLabels } from '../rules.ts'

/** The headings of the exported list. */
export const exportColumns = [
  'School',
  'Semester',
  'Status',
  'Type',
  'Academic year',
  'First day',
  'Last day',
  'Active',
  'Shifts',
]

/** A semester as a line of the exported list. */
export const exportLine = (row: SemesterRow): (string | number)[] => [
  row.school_name,
  row.name,
  lifecycleLabels[row.lifecycle],
  semesterTypeLabels[row.semester_type],
  row.academic_year,
  row.start_date,
  row.end_date,
  row.is_active ? 'yes' : 'no',
  row.shift_count,
]
