import { createFileRoute } from '@tanstack/react-router'
import { SchoolCredentialsScreen } from '#features/credential-types/web/SchoolCredentialsScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/school/compliance/credentials/')({
  staticData: { access: ['school_admin'], title: 'Required credentials' },
  validateSearch: listSearch,
  component: SchoolCredentialsScreen,
})
