import { createFileRoute } from '@tanstack/react-router'
import { SchoolScreen } from '#features/schools/web/SchoolScreen.tsx'

export const Route = createFileRoute('/_app/admin/schools/$schoolId')({
  staticData: { access: [], title: 'School' },
  component: SchoolScreen,
})
