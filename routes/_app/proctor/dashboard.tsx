import { createFileRoute } from '@tanstack/react-router'
import { knownParams, idParam } from '#platform/web/search-params.ts'
import { ProctorDashboardScreen } from '#features/dashboards/web/ProctorDashboardScreen.tsx'

export const Route = createFileRoute('/_app/proctor/dashboard')({
  staticData: { access: ['proctor'], title: 'Proctor dashboard' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({ evaluation: idParam(search['evaluation']) }),
  component: ProctorDashboardScreen,
})
