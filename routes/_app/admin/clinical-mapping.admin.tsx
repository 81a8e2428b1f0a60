import { createFileRoute } from '@tanstack/react-router'
import { AdminMappingScreen } from '#features/mappings/web/AdminMappingScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/admin/clinical-mapping/admin')({
  staticData: { access: [], title: 'Mapping overview' },
  validateSearch: listSearch,
  component: AdminMappingScreen,
})
