import { createFileRoute } from '@tanstack/react-router'
import { SignUpFacilityScreen } from '#features/accounts/web/SignUpFormScreen.tsx'

export const Route = createFileRoute('/_public/signup/facility')({
  staticData: { access: 'public', title: 'Sign up for a facility' },
  component: SignUpFacilityScreen,
})
