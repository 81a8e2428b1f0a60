import { createFileRoute } from '@tanstack/react-router'
import { LoginScreen } from '#features/accounts/web/LoginScreen.tsx'

export const Route = createFileRoute('/_public/login')({
  staticData: { access: 'public', title: 'Sign in' },
  validateSearch: (search: Record<string, unknown>): { from?: string } =>
    typeof search['from'] === 'string' ? { from: search['from'] } : {},
  component: LoginScreen,
})
