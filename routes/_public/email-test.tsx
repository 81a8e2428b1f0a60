import { createFileRoute } from '@tanstack/react-router'
import { type EmailTestSearch, EmailTestScreen } from '#features/mails/web/EmailTestScreen.tsx'
import { definedParams, idParam, pageParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_public/email-test')({
  staticData: { access: 'public', title: 'Kept mails' },
  validateSearch: (search: Record<string, unknown>): EmailTestSearch =>
    definedParams({
      q: textParam(search['q']),
      page: pageParam(search['page']),
      mail: idParam(search['mail']),
    }),
  component: EmailTestScreen,
})
