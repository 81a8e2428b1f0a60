import type { EvaluationKind, EvaluationRow } from '../contract.ts'
import { isOpenEvaluation } from '../rules.ts'

/** The form in which an instructor evaluates a student of a shift. */
export const formAddress = (shiftId: string, studentId: string, kind: EvaluationKind): string =>
  `/shift/${shiftId}/evaluate/${studentId}${kind === 'shift' ? '' : `?kind=${kind}`}`

/** Where an instructor goes after submitting: to the plan that the answers opened, to the next student of the group, or to the shift. */
export function addressAfter(
  { shiftId, studentId, kind }: { shiftId: string; studentId: string; kind: EvaluationKind },
  { hasPlan, next }: { hasPlan: boolean; next: string | undefined },
): string {
  const student = hasPlan ? studentId : next
  return student ? formAddress(shiftId, student, kind) : `/shift/${shiftId}`
}

type Written = Pick<EvaluationRow, 'status' | 'shift_id' | 'student_id' | 'evaluator_id' | 'is_self' | 'kind'>

/** Where its evaluator writes or corrects an evaluation of a shift or semester; null for others, and if it can't be written now. */
export function addressToWrite(
  { status, shift_id: shift, student_id: student, evaluator_id: evaluator, is_self: isSelf, kind }: Written,
  me: string,
): string | null {
  if (me !== evaluator || !shift || !isOpenEvaluation(status)) return null
  if (!isSelf) return formAddress(shift, student, kind)
  return `/student/progress?self=${shift}${kind === 'shift' ? '' : `&kind=${kind}`}`
}
