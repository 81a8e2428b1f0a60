import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { sitePageAt } from '#core/site-pages.ts'
import { isFullyPrefetched } from '#platform/web/prefetched-queries.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import type { LinkProps } from '#ui/Link.tsx'
import { RouteErrorScreen } from '#ui/RouteErrorScreen.tsx'
import { UiProvider } from '#ui/UiProvider.tsx'
import { isOffline } from './route-failure.ts'

/** Wraps every page once: theme, links through the router, and the last error boundary (Spec §8). */
export function RootScreen() {
  const router = useRouter()
  const go = useCallback((href: string) => void router.navigate({ href }), [router])
  const isReturning = useIsReturningTo()
  const client = useQueryClient()
  // Its code is loaded when someone reports an error.
  const report = useCallback((failure: Error) => void reportLater(failure, client), [client])
  return (
    <UiProvider LinkComponent={RouterLink} navigate={go} isReturning={isReturning}>
      <ErrorBoundary onHome={() => window.location.assign('/')} onReport={report} screenFor={offlineScreen}>
        <Outlet />
      </ErrorBoundary>
    </UiProvider>
  )
}

async function reportLater(failure: Error, client: QueryClient): Promise<void> {
  const file = await import('./report-error.ts').catch(() => undefined)
  await file?.reportError(failure, client)
}

const offlineScreen = (error: Error): ReactNode => isOffline(error) && <RouteErrorScreen variant="offline" />

function useIsReturningTo(): () => boolean {
  const { history } = useRouter()
  // A page that came complete is rendered complete, like one that is returned to.
  const isBack = useRef(isFullyPrefetched())
  useEffect(
    () =>
      history.subscribe(({ action }) => {
        isBack.current = action.type !== 'PUSH' && action.type !== 'REPLACE'
      }),
    [history],
  )
  return useCallback(() => isBack.current, [])
}

/**
 * A plain link that the router handles; its page is preloaded while the pointer is over it. Public pages are documents of their own, so
 * links from and to them are page loads.
 */
function RouterLink({ href, onClick, ...props }: LinkProps) {
  const router = useRouter()
  const path = href.split(/[?#]/)[0]!
  const isOurs = () => !sitePageAt(path) && !sitePageAt(router.state.location.pathname)
  const preload = () => {
    if (isOurs() && !document.hidden) void router.preloadRoute({ to: path }).catch(() => {})
  }
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !isPlain || !isOurs()) return
    event.preventDefault()
    void router.navigate({ href })
  }
  return (
    // oxlint-disable-next-line jsx-a11y/anchor-has-content, jsx-a11y/click-events-have-key-events -- the content comes with the props, and Enter on an anchor is a click
    <a href={href} onClick={follow} onMouseEnter={preload} onFocus={preload} {...props} />
  )
}
