import { createFileRoute } from '@tanstack/react-router'
import { ProctorProgressScreen } from '#features/hours-requests/web/ProctorProgressScreen.tsx'
import { choiceParam, knownParams, pageParam, textParams } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/proctor/student-progress')({
  staticData: { access: ['proctor'], title: 'Student progress' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({
      ...textParams(search, 'q cohort standing specialty sort school student'),
      dir: choiceParam(search['dir'], ['asc', 'desc']),
      page: pageParam(search['page']),
    }),
  component: ProctorProgressScreen,
})
