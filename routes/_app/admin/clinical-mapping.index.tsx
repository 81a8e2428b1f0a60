import { createFileRoute } from '@tanstack/react-router'
import { MappingsScreen } from '#features/mappings/web/MappingsScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/admin/clinical-mapping/')({
  staticData: { access: ['facility_admin'], title: 'Clinical mapping' },
  validateSearch: listSearch,
  component: MappingsScreen,
})
