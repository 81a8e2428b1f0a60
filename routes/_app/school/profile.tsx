import { createFileRoute } from '@tanstack/react-router'
import { SchoolProfileScreen } from '#features/schools/web/SchoolProfileScreen.tsx'

export const Route = createFileRoute('/_app/school/profile')({
  staticData: { access: ['school_admin'], title: 'School profile' },
  component: SchoolProfileScreen,
})
