import { createFileRoute } from '@tanstack/react-router'
import { ToRunsScreen } from '#features/mappings/web/ToMappingScreen.tsx'

export const Route = createFileRoute('/_app/ai')({
  staticData: { access: ['facility_admin'], title: 'Mapping suggestions' },
  component: ToRunsScreen,
})
