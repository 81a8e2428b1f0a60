import { createFileRoute } from '@tanstack/react-router'
import { StudentReportScreen } from '#features/semester-reports/web/StudentReportScreen.tsx'

export const Route = createFileRoute('/_app/student/semester-reports/$reportId')({
  staticData: { access: ['student'], title: 'Semester report' },
  component: StudentReportScreen,
})
