import { useMutation } from '@tanstack/react-query'
import { shiftTouches } from '#features/shifts/web/public.ts'
import { featureApi } from '#platform/web/api.ts'
import type { ShiftPlan, shiftPlansContract } from '../contract.ts'

export const shiftPlans = featureApi<typeof shiftPlansContract>('shiftPlans')

const touches = [shiftPlans.key()]
const quiet = { quiet: true, touches }
const drafting = { quiet: true, touches: [...touches, ...shiftTouches] }

export const useCreatePlan = () => useMutation({ ...shiftPlans.create.mutationOptions(), meta: quiet })

/** All that changes one plan. */
export function usePlanChanges() {
  const reword = useMutation({ ...shiftPlans.reword.mutationOptions(), meta: quiet })
  const answer = useMutation({ ...shiftPlans.answer.mutationOptions(), meta: { failed: 'The answer was not kept', touches } })
  const edit = useMutation({ ...shiftPlans.edit.mutationOptions(), meta: quiet })
  const commit = useMutation({ ...shiftPlans.commit.mutationOptions(), meta: drafting })
  const undo = useMutation({ ...shiftPlans.undo.mutationOptions(), meta: drafting })
  const discard = useMutation({ ...shiftPlans.discard.mutationOptions(), meta: quiet })
  const resume = useMutation({ ...shiftPlans.resume.mutationOptions(), meta: quiet })
  return { reword, answer, edit, commit, undo, discard, resume }
} // prettier-ignore

export type PlanChanges = ReturnType<typeof usePlanChanges>
export const seen = ({ id, version }: Pick<ShiftPlan, 'id' | 'version'>) => ({ id, version })
