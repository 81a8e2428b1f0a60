import { createFileRoute } from '@tanstack/react-router'
import { ProctorStudentScreen } from '#features/assignments/web/ProctorStudentScreen.tsx'

export const Route = createFileRoute('/_app/proctor/students/$studentId')({
  staticData: { access: ['proctor'], title: 'Student' },
  component: ProctorStudentScreen,
})
