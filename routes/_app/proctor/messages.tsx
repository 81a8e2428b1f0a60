import { createFileRoute } from '@tanstack/react-router'
import { MessagesScreen } from '#features/messages/web/MessagesScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/proctor/messages')({
  staticData: { access: ['proctor'], title: 'Messages' },
  validateSearch: listSearch,
  component: MessagesScreen,
})
