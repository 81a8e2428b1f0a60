import { createFileRoute } from '@tanstack/react-router'
import { PreceptorStudentScreen } from '#features/capstone/web/PreceptorStudentScreen.tsx'

export const Route = createFileRoute('/_app/preceptor/students/$studentId')({
  staticData: { access: ['preceptor'], title: 'Student' },
  component: PreceptorStudentScreen,
})
