import { createFileRoute } from '@tanstack/react-router'
import { VerifyEmailScreen } from '#features/accounts/web/VerifyEmailScreen.tsx'
import { knownParams, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_public/verify-email')({
  staticData: { access: 'public', title: 'Verify your email address' },
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    knownParams({ token: textParam(search['token']) }),
  component: VerifyEmailScreen,
})
