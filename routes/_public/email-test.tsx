import { createFileRoute } from '@tanstack/react-router'
import { EmailTestScreen } from '#features/mails/web/EmailTestScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_public/email-test')({
  staticData: { access: 'public', title: 'Kept emails' },
  validateSearch: listSearch,
  component: EmailTestScreen,
})
