import { createFileRoute } from '@tanstack/react-router'
import { PerformanceMonitorScreen } from '#features/monitoring/web/PerformanceMonitorScreen.tsx'

export const Route = createFileRoute('/_app/admin/performance-monitor')({
  staticData: { access: [], title: 'Performance monitor' },
  component: PerformanceMonitorScreen,
})
