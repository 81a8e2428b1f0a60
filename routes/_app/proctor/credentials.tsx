import { createFileRoute } from '@tanstack/react-router'
import { StudentCredentialsScreen } from '#features/credentials/web/StudentCredentialsScreen.tsx'
import { definedParams, idParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/proctor/credentials')({
  staticData: { access: ['proctor'], title: 'Credentials' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({ add: idParam(search['add']), at: idParam(search['at']) }),
  component: StudentCredentialsScreen,
})
