import { laterParts } from '#ui/later-parts.ts'

export const evaluationsDue = laterParts(() => import('./EvaluationsDue.tsx'))
export const EvaluationsDue = evaluationsDue.part((file) => file.EvaluationsDue)
const onShift = laterParts(() => import('./ShiftEvaluations.tsx'))
export const ShiftEvaluations = onShift.part((file) => file.ShiftEvaluations)
const mine = laterParts(() => import('./MyEvaluations.tsx'))
export const MyEvaluations = mine.part((file) => file.MyEvaluations)
