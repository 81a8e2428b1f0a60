import { createFileRoute } from '@tanstack/react-router'
import { StudentCredentialsScreen } from '#features/credentials/web/StudentCredentialsScreen.tsx'
import { knownParams, idParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/student/credentials')({
  staticData: { access: ['student'], title: 'Credentials' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({ add: idParam(search['add']), at: idParam(search['at']) }),
  component: StudentCredentialsScreen,
})
