import { useMutation } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import type { permissionRequestsContract } from '../contract.ts'

export const permissionRequests = featureApi<typeof permissionRequestsContract>('permissionRequests')

// Pages about permissions and facilities are at the same level or depend on this feature: named by key only, to avoid circular imports.
const touches = [
  permissionRequests.key(),
  ...['permissions', 'facilityTeam', 'people', 'users', 'audit'].map((feature) =>
    featureApi<Record<string, never>>(feature).key(),
  ),
]

/** Saves a request and, if requested, sends it; the form shows refusals. */
export function useSaveRequest() {
  return useMutation({ ...permissionRequests.save.mutationOptions(), meta: { quiet: true, touches } })
}

export function useSubmitRequest() {
  return useMutation({
    ...permissionRequests.submit.mutationOptions(),
    meta: { quiet: true, done: 'Request sent', touches },
  })
}

export function useWithdrawRequest() {
  return useMutation({
    ...permissionRequests.withdraw.mutationOptions(),
    meta: { quiet: true, done: 'Request withdrawn', touches },
  })
}

export function useDecideRequest() {
  return useMutation({
    ...permissionRequests.decide.mutationOptions(),
    meta: { quiet: true, touches },
    // The slower of two people sees at once what the other decided.
    onError: (_error, _input, _result, context) =>
      void context.client.invalidateQueries({ queryKey: permissionRequests.key() }),
  })
}
