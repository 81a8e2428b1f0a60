import { createFileRoute } from '@tanstack/react-router'
import { StudentScreen } from '#features/students/web/StudentScreen.tsx'

export const Route = createFileRoute('/_app/admin/students/$studentId')({
  staticData: { access: [], title: 'Student' },
  component: StudentScreen,
})
