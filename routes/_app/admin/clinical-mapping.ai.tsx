import { createFileRoute } from '@tanstack/react-router'
import { RunsScreen } from '#features/mappings/web/RunsScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/admin/clinical-mapping/ai')({
  staticData: { access: ['facility_admin'], title: 'Mapping suggestions' },
  validateSearch: listSearch,
  component: RunsScreen,
})
