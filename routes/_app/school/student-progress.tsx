import { createFileRoute } from '@tanstack/react-router'
import { SchoolProgressScreen } from '#features/hours-imports/web/SchoolProgressScreen.tsx'
import { choiceParam, knownParams, pageParam, textParams } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/school/student-progress')({
  staticData: { access: ['school_admin'], title: 'Student progress' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({
      ...textParams(search, 'q cohort standing specialty sort school student'),
      dir: choiceParam(search['dir'], ['asc', 'desc']),
      page: pageParam(search['page']),
    }),
  component: SchoolProgressScreen,
})
