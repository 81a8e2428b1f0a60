import { createFileRoute } from '@tanstack/react-router'
import { CreatorScreen } from '#features/shift-plans/web/CreatorScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/school/ai-shift-creator')({
  staticData: { access: ['only:school_admin'], title: 'AI shift creator' },
  validateSearch: listSearch,
  component: CreatorScreen,
})
