import { createFileRoute } from '@tanstack/react-router'
import { OperationsScreen } from '#features/facilities/web/OperationsScreen.tsx'

export const Route = createFileRoute('/_app/admin/facility-operations')({
  staticData: { access: [], title: 'Facility operations' },
  component: OperationsScreen,
})
