import { useMutation } from '@tanstack/react-query'
import { audit } from '#features/audit/web/public.ts'
import { featureApi } from '#platform/web/api.ts'
import type { usersContract } from '../contract.ts'

export const users = featureApi<typeof usersContract>('users')
const touches = [users.key(), audit.key()]

export function useChangeRole() {
  return useMutation({
    ...users.changeRole.mutationOptions(),
    meta: { quiet: true, done: 'Role and links changed', touches },
  })
}

export function useUndo() {
  return useMutation({
    ...users.undo.mutationOptions(),
    meta: { done: 'Change undone', failed: 'The change couldn’t be undone', touches },
  })
}

export function useExport() {
  return useMutation({
    ...users.exportCsv.mutationOptions(),
    meta: { failed: 'The list could not be exported', touches: [audit.key()] },
  })
}
