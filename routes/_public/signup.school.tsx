import { createFileRoute } from '@tanstack/react-router'
import { SignUpSchoolScreen } from '#features/accounts/web/SignUpFormScreen.tsx'

export const Route = createFileRoute('/_public/signup/school')({
  staticData: { access: 'public', title: 'Sign up for a school' },
  component: SignUpSchoolScreen,
})
