import { createFileRoute } from '@tanstack/react-router'
import { VerificationQueueScreen } from '#features/credentials/web/VerificationQueueScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/facility/credentials')({
  staticData: { access: ['facility_admin'], title: 'Credentials' },
  validateSearch: listSearch,
  component: VerificationQueueScreen,
})
