import { createFileRoute } from '@tanstack/react-router'
import { CohortScreen } from '#features/cohorts/web/CohortScreen.tsx'
import { definedParams, textParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/school/cohorts/$cohortId')({
  staticData: { access: ['school_admin', 'proctor', 'student'], title: 'Cohort' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({
      view: textParam(search['view']),
      on: textParam(search['on']),
      q: textParam(search['q']),
    }),
  component: CohortScreen,
})
