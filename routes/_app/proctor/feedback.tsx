import { createFileRoute } from '@tanstack/react-router'
import { FeedbackScreen } from '#features/evaluations/web/FeedbackScreen.tsx'

export const Route = createFileRoute('/_app/proctor/feedback')({
  staticData: { access: ['proctor'], title: 'Feedback' },
  component: FeedbackScreen,
})
