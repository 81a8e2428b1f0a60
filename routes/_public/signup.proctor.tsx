import { createFileRoute } from '@tanstack/react-router'
import { SignUpProctorScreen } from '#features/accounts/web/SignUpFormScreen.tsx'

export const Route = createFileRoute('/_public/signup/proctor')({
  staticData: { access: 'public', title: 'Sign up as a proctor' },
  component: SignUpProctorScreen,
})
