import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { featureApi, keysOf } from '#platform/web/api.ts'
import { toast } from '#ui/toast.ts'
import type { PartnershipFilter, partnershipsContract } from '../contract.ts'

export const partnerships = featureApi<typeof partnershipsContract>('partnerships')
/** Units can be chosen while a partnership is active; its end moves and cancels shifts. */
const touches = keysOf(
  'partnerships',
  'siteFinder',
  'shifts',
  'shiftApprovals',
  'openSlots',
  'assignments',
  'dashboards',
)

/** Partnerships of one school; with null, the query waits until a school is chosen. */
export function usePartnerships(schoolId: string | null) {
  return useQuery({
    ...partnerships.list.queryOptions({ input: schoolId ? { school_id: schoolId } : {} }),
    enabled: schoolId !== null,
  })
}

/** One page of all schools' partnerships that match the filter, with the first ones for the map. */
export function useAllPartnerships(input: Partial<PartnershipFilter> & { page: number }) {
  return useQuery({ ...partnerships.search.queryOptions({ input }), placeholderData: keepPreviousData })
}

/** Partnerships of the facility that the caller works in. */
export function usePartnershipsHere() {
  return useQuery(partnerships.list.queryOptions({ input: { here: true } }))
}

const failed = (what: string) => (message: string) => `${what}: ${message}`

export function useCreate() {
  return useMutation({
    ...partnerships.create.mutationOptions(),
    meta: { quiet: true, touches },
    onSuccess: ({ status }) => toast.success(status === 'draft' ? 'Draft saved' : 'Request sent'),
  })
}
export function useSubmit() {
  return useMutation({
    ...partnerships.submit.mutationOptions(),
    meta: { quiet: true, done: 'Request sent', touches },
  })
}
export function useRestore() {
  return useMutation({
    ...partnerships.restore.mutationOptions(),
    meta: { quiet: true, done: 'The request is open again', touches },
  })
}

/** Withdraws a request; the success message offers Undo. */
export function useWithdraw() {
  return useMutation({
    ...partnerships.withdraw.mutationOptions(),
    meta: { quiet: true, touches },
  })
}
export function useReview() {
  return useMutation({
    ...partnerships.review.mutationOptions(),
    meta: { quiet: true, done: 'Review started', touches },
  })
}
export function useAccept() {
  return useMutation({
    ...partnerships.accept.mutationOptions(),
    meta: { quiet: true, done: 'Partnership accepted', touches },
  })
}
export function useDecline() {
  return useMutation({
    ...partnerships.decline.mutationOptions(),
    meta: { quiet: true, done: 'Partnership declined', touches },
  })
}
export function useSuspend() {
  return useMutation({
    ...partnerships.suspend.mutationOptions(),
    meta: { quiet: true, done: 'Partnership suspended', touches },
  })
}
export function useResume() {
  return useMutation({
    ...partnerships.resume.mutationOptions(),
    meta: { quiet: true, done: 'Partnership resumed', touches },
  })
}
export function useTerminate() {
  return useMutation({
    ...partnerships.terminate.mutationOptions(),
    meta: { quiet: true, done: 'The partnership ends on its last day', touches },
  })
}
export function useContinue() {
  return useMutation({
    ...partnerships.continue.mutationOptions(),
    meta: { quiet: true, done: 'The partnership continues', touches },
  })
}
export function usePropose() {
  return useMutation({
    ...partnerships.propose.mutationOptions(),
    meta: { quiet: true, done: 'New terms sent', touches },
  })
}
export function useAnswer() {
  return useMutation({
    ...partnerships.answer.mutationOptions(),
    meta: { quiet: true, touches },
    onSuccess: (_row, { accept }) => toast.success(accept ? 'New terms accepted' : 'New terms declined'),
  })
}
export function useChange() {
  return useMutation({
    ...partnerships.change.mutationOptions(),
    meta: { quiet: true, done: 'Partnership changed', touches },
  })
}
export function useAddFile() {
  return useMutation({
    ...partnerships.addFile.mutationOptions(),
    meta: { failed: failed('The agreement could not be added'), touches },
  })
}
export function useExportPartnerships() {
  return useMutation({
    ...partnerships.exportCsv.mutationOptions(),
    meta: { failed: 'The list could not be exported' },
  })
}
