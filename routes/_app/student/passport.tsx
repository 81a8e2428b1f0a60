import { createFileRoute } from '@tanstack/react-router'
import { PassportScreen } from '#features/passport/web/PassportScreen.tsx'

export const Route = createFileRoute('/_app/student/passport')({
  staticData: { access: ['student'], title: 'Passport' },
  component: PassportScreen,
})
