import { createFileRoute } from '@tanstack/react-router'
import { ExpirationsScreen } from '#features/credentials/web/ExpirationsScreen.tsx'
import { definedParams, idParam, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/school/compliance/students/expirations')({
  staticData: { access: ['school_admin'], title: 'Expirations' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({
      type: idParam(search['type']),
      cohort: idParam(search['cohort']),
      within: textParam(search['within']),
      affecting: textParam(search['affecting']),
    }),
  component: ExpirationsScreen,
})
