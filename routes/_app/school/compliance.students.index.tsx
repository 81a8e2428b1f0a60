import { createFileRoute } from '@tanstack/react-router'
import { ComplianceStudentsScreen } from '#features/credentials/web/ComplianceStudentsScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/school/compliance/students/')({
  staticData: { access: ['school_admin'], title: 'Student compliance' },
  validateSearch: listSearch,
  component: ComplianceStudentsScreen,
})
