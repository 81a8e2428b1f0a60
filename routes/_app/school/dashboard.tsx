import { createFileRoute } from '@tanstack/react-router'
import { SchoolDashboardScreen } from '#features/dashboards/web/SchoolDashboardScreen.tsx'
import { knownParams, semesterParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/school/dashboard')({
  staticData: { access: ['school_admin'], title: 'School dashboard' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({ semester: semesterParam(search['semester']) }),
  component: SchoolDashboardScreen,
})
