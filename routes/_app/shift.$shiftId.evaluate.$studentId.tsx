import { createFileRoute } from '@tanstack/react-router'
import { EvaluateScreen } from '#features/evaluations/web/EvaluateScreen.tsx'
import { choiceParam, definedParams } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/shift/$shiftId/evaluate/$studentId')({
  staticData: { access: ['proctor'], title: 'Evaluation' },
  validateSearch: (search: Record<string, unknown>) =>
    definedParams({ kind: choiceParam(search['kind'], ['midterm', 'final']) }),
  component: EvaluateScreen,
})
