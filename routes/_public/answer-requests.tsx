import { createFileRoute } from '@tanstack/react-router'
import { AnswerRequestsScreen } from '#features/request-links/web/AnswerRequestsScreen.tsx'

// The screen takes the token from the address.
export const Route = createFileRoute('/_public/answer-requests')({
  staticData: { access: 'public', title: 'Answer requests' },
  component: AnswerRequestsScreen,
})
