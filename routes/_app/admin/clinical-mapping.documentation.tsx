import { createFileRoute } from '@tanstack/react-router'
import { DocumentationScreen } from '#features/mappings/web/DocumentationScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/admin/clinical-mapping/documentation')({
  staticData: { access: ['school_admin'], title: 'Mapping documentation' },
  validateSearch: listSearch,
  component: DocumentationScreen,
})
