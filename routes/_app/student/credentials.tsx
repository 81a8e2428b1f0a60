import { createFileRoute } from '@tanstack/react-router'
import { StudentCredentialsScreen } from '#features/credentials/web/StudentCredentialsScreen.tsx'
import { definedParams, idParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/student/credentials')({
  staticData: { access: ['student'], title: 'Credentials' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({ add: idParam(search['add']), at: idParam(search['at']) }),
  component: StudentCredentialsScreen,
})
