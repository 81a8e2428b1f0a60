import type { ExportColumn } from '#platform/server/export.ts'
import type { ClearanceStatus, StudentRow } from '../contract.ts'

/** As the pages say it; not of one list with them, so that the page of a shift loads no rules for four words. */
const clearanceLabels: Record<ClearanceStatus, string> = {
  cleared: 'Cleared',
  cleared_with_condition: 'Cleared with a condition',
  not_cleared: 'Not cleared',
  unknown: 'Nothing required',
}

/** What a school's file says of the clearance of its students. */
export const studentColumns: readonly ExportColumn<StudentRow>[] = [
  { header: 'Student', value: (row) => row.student_name, width: 28 },
  { header: 'Cohort', value: (row) => row.cohort_name, width: 24 },
  { header: 'Clearance', value: (row) => clearanceLabels[row.status], width: 24 },
  { header: 'Missing', value: (row) => row.missing.join('; ') || null, width: 60 },
  { header: 'In review', value: (row) => row.waiting || null, width: 10 },
  { header: 'Next shift', value: (row) => row.next_shift, width: 12 },
]
