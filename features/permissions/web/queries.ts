import { useMutation } from '@tanstack/react-query'
import { audit } from '#features/audit/web/public.ts'
import { featureApi } from '#platform/web/api.ts'
import type { permissionsContract } from '../contract.ts'

export const permissions = featureApi<typeof permissionsContract>('permissions')

/** Enables or disables the preceptor permission, with the words of Spec §8. */
export function useSetPreceptor(isEnabled: boolean) {
  return useMutation({
    ...permissions.set.mutationOptions(),
    meta: {
      done: `Preceptor permission ${isEnabled ? 'enabled' : 'disabled'} successfully`,
      failed: 'Failed to update preceptor permission',
      // The list of people shows who is a preceptor.
      touches: [permissions.key(), audit.key(), [['users']]],
    },
  })
}
