import { useMutation } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import { toast } from '#ui/toast.ts'
import type { leavesContract } from '../contract.ts'
import { leaveGivenBackWords } from '../rules.ts'

export const leaves = featureApi<typeof leavesContract>('leaves')

// A leave affects many features: their lists are named by key only, to avoid an import cycle.
const touches = [
  'leaves',
  'students',
  'credentials',
  'shifts',
  'assignments',
  'capstone',
  'wishlists',
  'dashboards',
  'audit',
].map((feature) => featureApi<Record<string, never>>(feature).key())

/** Records a leave; the toast offers to undo it. The form shows refusals. */
export function useStartLeave() {
  const cancel = useCancelLeave()
  return useMutation({
    ...leaves.start.mutationOptions(),
    meta: { quiet: true, touches },
    onSuccess: ({ version, freed }, { id }) =>
      toast.undo(freed > 0 ? `Leave recorded, ${freed} freed` : 'Leave recorded', () =>
        cancel.mutate({ id, version }),
      ),
  })
}

/** Changes a leave; the form shows refusals. */
export function useChangeLeave() {
  return useMutation({ ...leaves.change.mutationOptions(), meta: { quiet: true, touches } })
}

export function useReturn() {
  return useMutation({ ...leaves.return.mutationOptions(), meta: { quiet: true, touches } })
}

/** Cancels a leave, and says what was given back. */
export function useCancelLeave() {
  return useMutation({
    ...leaves.cancel.mutationOptions(),
    meta: { failed: 'The leave could not be canceled', touches },
    onSuccess: (back) => toast.success('Leave canceled', leaveGivenBackWords(back) || undefined),
  })
}
