import { createFileRoute } from '@tanstack/react-router'
import { FaqInstructorsScreen } from '#features/public-pages/web/FaqInstructorsScreen.tsx'

export const Route = createFileRoute('/_site/faq/instructors')({
  staticData: { access: 'public', title: 'Questions of instructors' },
  component: FaqInstructorsScreen,
})
