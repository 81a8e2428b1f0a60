import { createFileRoute } from '@tanstack/react-router'
import { SignUpScreen } from '#features/accounts/web/SignUpScreen.tsx'

export const Route = createFileRoute('/_public/signup/')({
  staticData: { access: 'public', title: 'Sign up' },
  component: SignUpScreen,
})
