import { createFileRoute } from '@tanstack/react-router'
import { SchoolCredentialsScreen } from '#features/credential-types/web/SchoolCredentialsScreen.tsx'
import { definedParams, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/facility/requirements/')({
  staticData: { access: ['facility_admin'], title: 'Required credentials' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({ q: textParam(search['q']), status: textParam(search['status']) }),
  component: SchoolCredentialsScreen,
})
