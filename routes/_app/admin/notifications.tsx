import { createFileRoute } from '@tanstack/react-router'
import { NotificationsScreen } from '#features/notifications/web/NotificationsScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/admin/notifications')({
  staticData: { access: [], title: 'Notifications' },
  validateSearch: listSearch,
  component: NotificationsScreen,
})
