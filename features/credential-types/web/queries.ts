import { useMutation } from '@tanstack/react-query'
import { featureApi } from '#platform/web/api.ts'
import type { credentialTypesContract } from '../contract.ts'

export const credentialTypes = featureApi<typeof credentialTypesContract>('credentialTypes')

// Clearance depends on requirements: named by key only, because that feature depends on this one.
const touches = [credentialTypes.key(), featureApi<Record<string, never>>('credentials').key()]

/** Adds a type; the form shows refusals. */
export function useCreateType() {
  return useMutation({
    ...credentialTypes.create.mutationOptions(),
    meta: { done: 'Credential type added', quiet: true, touches },
  })
}

/** Changes a type; the form shows refusals. */
export function useChangeType() {
  return useMutation({
    ...credentialTypes.change.mutationOptions(),
    meta: { done: 'Credential type saved', quiet: true, touches },
  })
}

export function useRetireType() {
  return useMutation({
    ...credentialTypes.retire.mutationOptions(),
    meta: { done: 'Credential type changed', failed: 'The type was not changed', touches },
  })
}

/** Adds a requirement, or changes for whom and when it applies; the form shows refusals. */
export function useRequire() {
  return useMutation({
    ...credentialTypes.require.mutationOptions(),
    meta: { done: 'Requirement saved', quiet: true, touches },
  })
}

export function useStopRequiring() {
  return useMutation({
    ...credentialTypes.stopRequiring.mutationOptions(),
    meta: { done: 'No longer required', failed: 'The requirement was not changed', touches },
  })
}
