import { createFileRoute } from '@tanstack/react-router'
import { SchoolReportsScreen } from '#features/school-reports/web/SchoolReportsScreen.tsx'
import { choiceParam, definedParams, idParam, pageParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/school/reports')({
  staticData: { access: ['school_admin'], title: 'Reports' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({
      kind: choiceParam(search['kind'], [
        'hours_by_area',
        'simulation_share',
        'ratio_evidence',
        'attendance',
        'outcomes',
      ]),
      semester: idParam(search['semester']),
      saved: idParam(search['saved']),
      page: pageParam(search['page']),
    }),
  component: SchoolReportsScreen,
})
