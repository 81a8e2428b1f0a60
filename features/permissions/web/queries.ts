import { useMutation } from '@tanstack/react-query'
import { audit } from '#features/audit/web/public.ts'
import { featureApi } from '#platform/web/api.ts'
import type { permissionsContract } from '../contract.ts'

export const permissions = featureApi<typeof permissionsContract>('permissions')

// Lists of people, requests and facilities show who holds what; named by key only, to avoid circular imports.
const touches = [
  permissions.key(),
  audit.key(),
  ...['users', 'people', 'permissionRequests', 'facilityTeam'].map((feature) => [[feature]]),
]

/** Enables or disables a permission other than the preceptor's. */
export function useSetPermission() {
  return useMutation({
    ...permissions.set.mutationOptions(),
    meta: { done: 'Permission changed', quiet: true, touches },
  })
}

/** Exports the report as a file; the export is recorded. */
export function useExportReport() {
  return useMutation({
    ...permissions.exportReport.mutationOptions(),
    meta: { failed: 'The report could not be exported' },
  })
}

/** Enables or disables the preceptor permission, with the texts of Spec §8. */
export function useSetPreceptor(isEnabled: boolean) {
  return useMutation({
    ...permissions.set.mutationOptions(),
    meta: {
      done: `Preceptor permission ${isEnabled ? 'enabled' : 'disabled'} successfully`,
      failed: 'Failed to update preceptor permission',
      touches,
    },
  })
}
