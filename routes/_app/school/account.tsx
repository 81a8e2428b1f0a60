import { createFileRoute } from '@tanstack/react-router'
import { SchoolAccountScreen } from '#features/schools/web/SchoolAccountScreen.tsx'

export const Route = createFileRoute('/_app/school/account')({
  staticData: { access: ['school_admin'], title: 'School settings' },
  component: SchoolAccountScreen,
})
