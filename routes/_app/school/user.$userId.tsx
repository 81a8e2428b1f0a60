import { createFileRoute } from '@tanstack/react-router'
import { PersonScreen } from '#features/people/web/PersonScreen.tsx'

export const Route = createFileRoute('/_app/school/user/$userId')({
  staticData: { access: ['school_admin'], title: 'Person' },
  component: PersonScreen,
})
