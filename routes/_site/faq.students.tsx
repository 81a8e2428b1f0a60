import { createFileRoute } from '@tanstack/react-router'
import { FaqStudentsScreen } from '#features/public-pages/web/FaqStudentsScreen.tsx'

export const Route = createFileRoute('/_site/faq/students')({
  staticData: { access: 'public', title: 'Questions of students' },
  component: FaqStudentsScreen,
})
