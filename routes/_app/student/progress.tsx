import { createFileRoute } from '@tanstack/react-router'
import { MyProgressScreen } from '#features/hours/web/MyProgressScreen.tsx'

export const Route = createFileRoute('/_app/student/progress')({
  staticData: { access: ['student'], title: 'Progress' },
  component: MyProgressScreen,
})
