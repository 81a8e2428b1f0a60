import { createFileRoute } from '@tanstack/react-router'
import { ToConfigurationScreen } from '#features/mappings/web/ToMappingScreen.tsx'

export const Route = createFileRoute('/_app/configuration')({
  staticData: { access: ['facility_admin'], title: 'Mapping words' },
  component: ToConfigurationScreen,
})
