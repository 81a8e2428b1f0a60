import { lazyParts } from '#ui/lazy-parts.ts'

const evaluationsDue = lazyParts(() => import('./EvaluationsDue.tsx'))
export const EvaluationsDue = evaluationsDue.part((file) => file.EvaluationsDue)
export const NamedEvaluation = evaluationsDue.part((file) => file.NamedEvaluation)
export { evaluations } from './queries.ts'
export const shiftEvaluations = lazyParts(() => import('./ShiftEvaluations.tsx'))
export const ShiftEvaluations = shiftEvaluations.part((file) => file.ShiftEvaluations)
const mine = lazyParts(() => import('./MyEvaluations.tsx'))
export const MyEvaluations = mine.part((file) => file.MyEvaluations)
const forms = lazyParts(() => import('./EvaluationForm.tsx'))
export const EvaluationForm = forms.part((file) => file.EvaluationForm)
export const LinkedEvaluationForm = forms.part((file) => file.LinkedEvaluationForm)
const view = lazyParts(() => import('./EvaluationView.tsx'))
export const EvaluationView = view.part((file) => file.EvaluationView)
export { EvaluationBadge } from './EvaluationBadge.tsx'
