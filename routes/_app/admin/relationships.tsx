import { createFileRoute } from '@tanstack/react-router'
import { RelationshipsScreen } from '#features/partnerships/web/RelationshipsScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/admin/relationships')({
  staticData: { access: [], title: 'Relationships' },
  validateSearch: listSearch,
  component: RelationshipsScreen,
})
