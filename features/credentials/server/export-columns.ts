import type { ExportColumn } from '#platform/server/export.ts'
import type { ClearanceStatus, StudentRow } from '../contract.ts'

/** The same labels as on the pages; repeated here so that a shift's page does not load the rules for four labels. */
const clearanceLabels: Record<ClearanceStatus, string> = {
  cleared: 'Cleared',
  cleared_with_condition: 'Cleared with a condition',
  not_cleared: 'Not cleared',
  unknown: 'Nothing required',
}

/** The columns of a school's file about the clearance of its students. */
export const studentColumns: readonly ExportColumn<StudentRow>[] = [
  { header: 'Student', value: (row) => row.student_name, width: 28 },
  { header: 'Cohort', value: (row) => row.cohort_name, width: 24 },
  { header: 'Clearance', value: (row) => clearanceLabels[row.status], width: 24 },
  { header: 'Missing', value: (row) => row.missing.join('; ') || null, width: 60 },
  { header: 'In review', value: (row) => row.waiting || null, width: 10 },
  { header: 'Next shift', value: (row) => row.next_shift, width: 12 },
]
