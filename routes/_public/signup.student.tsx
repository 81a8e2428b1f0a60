import { createFileRoute } from '@tanstack/react-router'
import { SignUpStudentScreen } from '#features/accounts/web/SignUpFormScreen.tsx'

export const Route = createFileRoute('/_public/signup/student')({
  staticData: { access: 'public', title: 'Sign up as a student' },
  component: SignUpStudentScreen,
})
