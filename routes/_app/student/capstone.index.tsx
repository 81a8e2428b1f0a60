import { createFileRoute } from '@tanstack/react-router'
import { StudentCapstoneScreen } from '#features/capstone/web/StudentCapstoneScreen.tsx'

export const Route = createFileRoute('/_app/student/capstone/')({
  staticData: { access: ['student'], title: 'Capstone' },
  component: StudentCapstoneScreen,
})
