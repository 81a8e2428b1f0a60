import { useMutation, useQueryClient } from '@tanstack/react-query'
import { shiftTouches } from '#features/shifts/web/public.ts'
import { featureApi } from '#platform/web/api.ts'
import type { ShiftPlan, shiftPlansContract } from '../contract.ts'

export const shiftPlans = featureApi<typeof shiftPlansContract>('shiftPlans')

const touches = [shiftPlans.key()]
const quiet = { quiet: true, touches }
const drafting = { quiet: true, touches: [...touches, ...shiftTouches] }

export const useCreatePlan = () => useMutation({ ...shiftPlans.create.mutationOptions(), meta: quiet })

/** All changes of one plan. The response is the updated plan, which the page shows at once, so that the next change is of that version. */
export function usePlanChanges() {
  const client = useQueryClient()
  const onSuccess = (plan: ShiftPlan) =>
    void client.setQueryData(shiftPlans.get.queryKey({ input: { id: plan.id } }), plan)
  const reword = useMutation({ ...shiftPlans.reword.mutationOptions({ onSuccess }), meta: quiet })
  const answer = useMutation({
    ...shiftPlans.answer.mutationOptions({ onSuccess }),
    meta: { failed: 'The answer was not saved', touches },
  })
  const edit = useMutation({ ...shiftPlans.edit.mutationOptions({ onSuccess }), meta: quiet })
  const commit = useMutation({ ...shiftPlans.commit.mutationOptions({ onSuccess }), meta: drafting })
  const undo = useMutation({ ...shiftPlans.undo.mutationOptions({ onSuccess }), meta: drafting })
  const discard = useMutation({ ...shiftPlans.discard.mutationOptions({ onSuccess }), meta: quiet })
  const resume = useMutation({ ...shiftPlans.resume.mutationOptions({ onSuccess }), meta: quiet })
  /** Until a change is saved, the next one would send an old version. */
  const isBusy = [reword, answer, edit, commit, undo].some(({ isPending }) => isPending)
  return { reword, answer, edit, commit, undo, discard, resume, isBusy }
}

export type PlanChanges = ReturnType<typeof usePlanChanges>
export const seen = ({ id, version }: Pick<ShiftPlan, 'id' | 'version'>) => ({ id, version })
