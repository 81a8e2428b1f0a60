import { createFileRoute } from '@tanstack/react-router'
import { ProfileScreen } from '#features/accounts/web/ProfileScreen.tsx'
import { knownParams, pageParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/student/profile')({
  staticData: { access: ['student'], title: 'My profile' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({
      seen: textParam(search['seen']),
      from: textParam(search['from']),
      to: textParam(search['to']),
      page: pageParam(search['page']),
    }),
  component: ProfileScreen,
})
