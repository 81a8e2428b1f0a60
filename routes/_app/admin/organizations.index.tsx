import { createFileRoute } from '@tanstack/react-router'
import { OrganizationsScreen } from '#features/facilities/web/OrganizationsScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/admin/organizations/')({
  staticData: { access: [], title: 'Organizations' },
  validateSearch: listSearch,
  component: OrganizationsScreen,
})
