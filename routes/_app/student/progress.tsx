import { createFileRoute } from '@tanstack/react-router'
import { StudentProgressScreen } from '#features/assignments/web/StudentProgressScreen.tsx'
import { choiceParam, knownParams, idParam, pageParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/student/progress')({
  staticData: { access: ['student'], title: 'Progress' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({
      page: pageParam(search['page']),
      evaluations: pageParam(search['evaluations']),
      evaluation: idParam(search['evaluation']),
      self: idParam(search['self']),
      feedback: choiceParam(search['feedback'], ['give']),
      kind: choiceParam(search['kind'], ['midterm', 'final']),
    }),
  component: StudentProgressScreen,
})
