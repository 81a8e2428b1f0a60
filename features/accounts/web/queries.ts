import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import { constants } from '#core/constants.ts'
import { featureApi, featureClient } from '#platform/web/api.ts'
import { eraseOfflineData } from '#platform/web/offline-storage.ts'
import type { accountsContract, Me } from '../contract.ts'

export const accounts = featureApi<typeof accountsContract>('accounts')
export const calls = featureClient<typeof accountsContract>('accounts')

/** The signed-in person: the copy of the session for display that every guard and frame reads. */
export const meQuery = queryOptions({
  ...accounts.me.queryOptions(),
  staleTime: constants.session.userCacheMs,
})

/** The signed-in person, inside the signed-in area (where the guard ensures there is one). */
export function useMe(): Me {
  const { data } = useSuspenseQuery(meQuery)
  if (!data) throw new Error('No one is signed in')
  return data
}

/** The current school: the person's own, or the one a superadmin works in; null if there is none. */
export function useSchoolId(): string | null {
  const me = useMe()
  return me.role === 'superadmin' ? me.selected_school_id : me.linked_school_id
}

/** Signs out and clears everything that was loaded for the person. */
export function useSignOut() {
  const client = useQueryClient()
  return useMutation({
    ...accounts.signOut.mutationOptions(),
    onSuccess: () => {
      eraseOfflineData()
      client.clear()
      client.setQueryData(meQuery.queryKey, null)
    },
  })
}

/** True if the person is signing out or no longer signed in; a session that ended then needs no message. */
export function isLeaving(client: QueryClient): boolean {
  return (
    client.isMutating({ mutationKey: accounts.signOut.mutationKey() }) > 0 ||
    client.getQueryData(meQuery.queryKey) === null
  )
}
