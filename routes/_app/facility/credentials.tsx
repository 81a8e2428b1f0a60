import { createFileRoute } from '@tanstack/react-router'
import { VerificationQueueScreen } from '#features/credentials/web/VerificationQueueScreen.tsx'
import { definedParams, idParam, pageParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/facility/credentials')({
  staticData: { access: ['facility_admin'], title: 'Credentials' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({
      q: textParam(search['q']),
      type: idParam(search['type']),
      item: idParam(search['item']),
      page: pageParam(search['page']),
    }),
  component: VerificationQueueScreen,
})
