import { createFileRoute } from '@tanstack/react-router'
import { UsersScreen } from '#features/users/web/UsersScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/admin/users/')({
  staticData: { access: [], title: 'Users' },
  validateSearch: listSearch,
  component: UsersScreen,
})
