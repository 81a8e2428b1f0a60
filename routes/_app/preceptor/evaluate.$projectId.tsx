import { createFileRoute } from '@tanstack/react-router'
import { PreceptorEvaluateScreen } from '#features/capstone/web/PreceptorEvaluateScreen.tsx'
import { choiceParam, knownParams } from '#platform/web/search-params.ts'

export const Route = createFileRoute('/_app/preceptor/evaluate/$projectId')({
  staticData: { access: ['preceptor'], title: 'Evaluation' },
  validateSearch: (search: Record<string, unknown>) =>
    knownParams({ kind: choiceParam(search['kind'], ['midterm', 'final']) }),
  component: PreceptorEvaluateScreen,
})
