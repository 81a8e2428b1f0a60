import { createFileRoute } from '@tanstack/react-router'
import { VerificationQueueScreen } from '#features/credentials/web/VerificationQueueScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/school/compliance/students/verification-queue')({
  staticData: { access: ['school_admin'], title: 'Verification queue' },
  validateSearch: listSearch,
  component: VerificationQueueScreen,
})
