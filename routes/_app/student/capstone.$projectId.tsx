import { createFileRoute } from '@tanstack/react-router'
import { StudentProjectScreen } from '#features/capstone/web/StudentProjectScreen.tsx'

export const Route = createFileRoute('/_app/student/capstone/$projectId')({
  staticData: { access: ['student'], title: 'Capstone project' },
  component: StudentProjectScreen,
})
