import { createFileRoute } from '@tanstack/react-router'
import { ProctorProjectScreen } from '#features/capstone/web/OneProjectScreen.tsx'

export const Route = createFileRoute('/_app/proctor/capstone/$projectId')({
  staticData: { access: ['proctor'], title: 'Capstone project' },
  component: ProctorProjectScreen,
})
