import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isLeaving, meQuery } from '#features/accounts/web/public.ts'
import { onSignedOut } from '#platform/web/api.ts'
import { eraseOfflineAnswers } from '#platform/web/offline-storage.ts'
import { back } from '#ui/back.ts'

/**
 * Sends someone whose session has ended (expired, another device, an administrator) to sign in, and back here afterwards. A page on which
 * something is typed stays if they sign in in another tab.
 */
export function useSignedOut(): void {
  const client = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    let isShown = false
    const leave = () => {
      const from = router.state.location.href
      client.clear()
      eraseOfflineAnswers()
      client.setQueryData(meQuery.queryKey, null)
      void router.navigate({ href: `/login?from=${encodeURIComponent(from)}&ended=1`, replace: true })
    }
    return onSignedOut(() => {
      // At sign-out, the live stream ends before the answer to signing out arrives.
      if (isShown || isLeaving(client)) return
      isShown = true
      const person = client.getQueryData(meQuery.queryKey)?.id
      if (!person || !back.hasTyped?.()) return leave()
      void import('./keep-page.ts')
        .then(({ keepPage }) => keepPage(person))
        .then((isKept) => (isKept ? (isShown = false) : leave()), leave)
    })
  }, [client, router])
}
