import { createFileRoute } from '@tanstack/react-router'
import { SchoolCredentialsScreen } from '#features/credential-types/web/SchoolCredentialsScreen.tsx'
import { definedParams, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/school/compliance/credentials/')({
  staticData: { access: ['school_admin'], title: 'Required credentials' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({ q: textParam(search['q']), status: textParam(search['status']) }),
  component: SchoolCredentialsScreen,
})
