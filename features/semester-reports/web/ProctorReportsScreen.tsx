import type { ReactNode } from 'react'
import { ReportList } from './ReportList.tsx'

/** The semester reports that an instructor comments on; for the school, everyone's (Spec §2). */
export function ProctorReportsScreen(): ReactNode {
  return (
    <ReportList
      base="/proctor/semester-reports"
      hasViews
      first={{
        key: 'student',
        title: 'Student',
        render: (row) => `${row.student_name}, ${row.semester_name}`,
      }}
      empty={{
        title: 'No semester reports',
        description: 'When your school asks you for a comment, the report appears here.',
      }}
    />
  )
}
