import { createFileRoute } from '@tanstack/react-router'
import {
  type NotificationsSearch,
  NotificationsScreen,
} from '#features/notifications/web/NotificationsScreen.tsx'
import { choiceParam, definedParams, idParam, pageParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/admin/notifications')({
  staticData: { access: [], title: 'Notifications' },
  validateSearch: (search: Record<string, unknown>): NotificationsSearch =>
    definedParams({
      view: choiceParam(search['view'], ['messages']),
      q: textParam(search['q']),
      state: textParam(search['state']),
      page: pageParam(search['page']),
      show: idParam(search['show']),
    }),
  component: NotificationsScreen,
})
