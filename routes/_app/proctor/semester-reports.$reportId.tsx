import { createFileRoute } from '@tanstack/react-router'
import { StaffReportScreen } from '#features/semester-reports/web/StaffReportScreen.tsx'

export const Route = createFileRoute('/_app/proctor/semester-reports/$reportId')({
  staticData: { access: ['proctor', 'school_admin'], title: 'Semester report' },
  component: StaffReportScreen,
})
