import { createFileRoute } from '@tanstack/react-router'
import { CohortScreen } from '#features/cohorts/web/CohortScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/school/cohorts/$cohortId')({
  staticData: { access: ['school_admin', 'proctor', 'student'], title: 'Cohort' },
  validateSearch: listSearch,
  component: CohortScreen,
})
