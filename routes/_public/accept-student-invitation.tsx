import { createFileRoute } from '@tanstack/react-router'
import { AcceptInvitationScreen } from '#features/invitations/web/AcceptInvitationScreen.tsx'
import { knownParams, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_public/accept-student-invitation')({
  staticData: { access: 'public', title: 'Your invitation' },
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    knownParams({ token: textParam(search['token']) }),
  component: AcceptInvitationScreen,
})
