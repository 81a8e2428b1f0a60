import { createFileRoute } from '@tanstack/react-router'
import {
  type NotificationsSearch,
  NotificationsScreen,
} from '#features/notifications/web/NotificationsScreen.tsx'
import { definedParams, idParam, pageParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/admin/notifications')({
  staticData: { access: [], title: 'Notifications' },
  validateSearch: (search: Record<string, unknown>): NotificationsSearch =>
    definedParams({
      q: textParam(search['q']),
      page: pageParam(search['page']),
      show: idParam(search['show']),
    }),
  component: NotificationsScreen,
})
