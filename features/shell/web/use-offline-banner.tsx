import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { Role } from '#core/roles.ts'
import { storeSeatActionsOffline } from '#features/assignments/web/public.ts'
import { useOnline } from '#platform/web/online.ts'
import { eraseOfflineData } from '#platform/web/offline-storage.ts'
import { useOfflineQueue } from '#platform/web/waiting-actions.ts'
import { Banner } from '#ui/Banner.tsx'
import { whenVisible } from '#ui/when-visible.ts'

/**
 * The notice above every page while there is no connection: what is on screen may be outdated, which actions wait to be sent, and that all
 * others are refused. Also keeps what a student does meanwhile on the device.
 */
export function useOfflineBanner(me: { id: string; role: Role }): ReactNode {
  const client = useQueryClient()
  const isOnline = useOnline()
  const waiting = useOfflineQueue()
  const router = useRouter()
  useEffect(() => {
    const load = (path: string) => void router.preloadRoute({ to: path }).catch(() => {})
    eraseOfflineData(me.id)
    if (me.role !== 'student') return undefined
    let isOver = false
    let stop: (() => void) | undefined
    const cancel = whenVisible(() => {
      void storeSeatActionsOffline(client, me.id, load)
        .then((keeping) => (isOver ? keeping() : (stop = keeping)))
        // Without it nothing is kept, and an action waits only as long as the tab is open.
        .catch(() => {})
    })
    return () => {
      isOver = true
      cancel()
      stop?.()
    }
  }, [client, router, me.id, me.role])
  if (isOnline) return undefined
  return (
    <Banner look="bar" kind="warning" live title="You’re offline.">
      {waiting.length === 0
        ? 'This page shows what was loaded before. Changes can’t be saved until you’re back online.'
        : `Not sent yet: ${waiting.map(({ label }) => label).join('; ')}. It will be sent when you’re back online.`}
    </Banner>
  )
}
