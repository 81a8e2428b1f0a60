import { createFileRoute } from '@tanstack/react-router'
import { EvaluateScreen } from '#features/evaluations/web/EvaluateScreen.tsx'
import { choiceParam, knownParams } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/shift/$shiftId/evaluate/$studentId')({
  staticData: { access: ['proctor'], title: 'Evaluation' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({ kind: choiceParam(search['kind'], ['midterm', 'final']) }),
  component: EvaluateScreen,
})
