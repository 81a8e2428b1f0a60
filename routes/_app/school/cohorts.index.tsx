import { createFileRoute } from '@tanstack/react-router'
import { CohortsScreen } from '#features/cohorts/web/CohortsScreen.tsx'
import { listSearch } from '#platform/web/kit/list-search.ts'

export const Route = createFileRoute('/_app/school/cohorts/')({
  staticData: { access: ['school_admin'], title: 'Cohorts' },
  validateSearch: listSearch,
  component: CohortsScreen,
})
