import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isLeaving, meQuery } from '#features/accounts/web/public.ts'
import { onSignedOut } from '#platform/web/api.ts'
import { eraseOfflineAnswers } from '#platform/web/offline-storage.ts'

/** Sends someone whose session has ended (expired, another device, an administrator) to sign in, and back here afterwards. */
export function useSignedOut(): void {
  const client = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    let isShown = false
    return onSignedOut(() => {
      // At sign-out, the live stream ends before the answer to signing out arrives.
      if (isShown || isLeaving(client)) return
      isShown = true
      const from = router.state.location.href
      client.clear()
      eraseOfflineAnswers()
      client.setQueryData(meQuery.queryKey, null)
      void router.navigate({ href: `/login?from=${encodeURIComponent(from)}&ended=1`, replace: true })
    })
  }, [client, router])
}
