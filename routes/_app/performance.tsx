import { createFileRoute } from '@tanstack/react-router'
import { PerformanceScreen } from '#features/monitoring/web/PerformanceScreen.tsx'

export const Route = createFileRoute('/_app/performance')({
  staticData: { access: [], title: 'Performance' },
  component: PerformanceScreen,
})
