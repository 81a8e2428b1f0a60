import { createFileRoute } from '@tanstack/react-router'
import { StudentScreen } from '#features/students/web/StudentScreen.tsx'

export const Route = createFileRoute('/_app/school/students/$studentId')({
  staticData: { access: ['school_admin', 'proctor'], title: 'Student' },
  component: StudentScreen,
})
