import { createFileRoute } from '@tanstack/react-router'
import { ConfigurationScreen } from '#features/mappings/web/ConfigurationScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/admin/clinical-mapping/configuration')({
  staticData: { access: ['facility_admin'], title: 'Mapping words' },
  validateSearch: listSearch,
  component: ConfigurationScreen,
})
