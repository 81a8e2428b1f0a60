import { createFileRoute } from '@tanstack/react-router'
import { SchoolProjectScreen } from '#features/capstone/web/OneProjectScreen.tsx'

export const Route = createFileRoute('/_app/school/capstone/$projectId')({
  staticData: { access: ['school_admin'], title: 'Capstone project' },
  component: SchoolProjectScreen,
})
