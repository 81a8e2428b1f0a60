import { createFileRoute } from '@tanstack/react-router'
import { ExpirationsScreen } from '#features/credentials/web/ExpirationsScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/school/compliance/students/expirations')({
  staticData: { access: ['school_admin'], title: 'Expirations' },
  validateSearch: listSearch,
  component: ExpirationsScreen,
})
