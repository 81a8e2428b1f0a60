import type { ReactNode } from 'react'
import { ReportList } from './ReportList.tsx'

/** A student's own semester reports (Spec §2). */
export function StudentReportsScreen(): ReactNode {
  return (
    <ReportList
      base="/student/semester-reports"
      first={{ key: 'semester', title: 'Semester', render: (row) => row.semester_name }}
      empty={{
        title: 'No semester reports yet',
        description: 'When your school publishes your report at the end of a semester, it appears here.',
      }}
    />
  )
}
