import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordScreen } from '#features/accounts/web/ResetPasswordScreen.tsx'
import { knownParams, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_public/reset-password')({
  staticData: { access: 'public', title: 'Reset your password' },
  validateSearch: (search: Record<string, unknown>): { token?: string } =>
    knownParams({ token: textParam(search['token']) }),
  component: ResetPasswordScreen,
})
