import { createFileRoute } from '@tanstack/react-router'
import { VerificationScreen } from '#features/evaluations/web/VerificationScreen.tsx'
import { choiceParam, knownParams, idParam, pageParam, semesterParam } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/admin/evaluation-verification')({
  staticData: { access: ['school_admin'], title: 'Evaluation verification' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({
      show: choiceParam(search['show'], ['asked', 'settled', 'plans', 'assign', 'forms']),
      page: pageParam(search['page']),
      evaluation: idParam(search['evaluation']),
      semester: semesterParam(search['semester']),
    }),
  component: VerificationScreen,
})
