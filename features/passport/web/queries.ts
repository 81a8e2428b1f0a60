import { useMutation } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import type { passportContract } from '../contract.ts'

export const passport = featureApi<typeof passportContract>('passport')

const touches = [passport.key(), featureApi<Record<string, never>>('credentials').key()]

/** Shares the current passport; the dialog shows refusals and the address. */
export function useShare() {
  return useMutation({ ...passport.share.mutationOptions(), retry: false, meta: { quiet: true, touches } })
}

export function useRevoke() {
  return useMutation({
    ...passport.revoke.mutationOptions(),
    meta: { done: 'Link turned off', failed: 'The link was not turned off', touches },
  })
}

export function useCarry() {
  return useMutation({
    ...passport.carry.mutationOptions(),
    meta: { done: 'Sent for review', failed: 'It was not sent', touches },
  })
}
