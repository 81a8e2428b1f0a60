import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Outlet, useRouter } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { sitePageAt } from '#core/site-pages.ts'
import { cameWhole } from '#platform/web/first-answers.ts'
import { ErrorBoundary } from '#ui/ErrorBoundary.tsx'
import type { LinkProps } from '#ui/Link.tsx'
import { RouteErrorScreen } from '#ui/RouteErrorScreen.tsx'
import { UiProvider } from '#ui/UiProvider.tsx'
import { isOffline } from './route-failure.ts'

/** Wraps every page once: theme, links through the router, and the last net for errors (Spec §8). */
export function RootScreen() {
  const router = useRouter()
  const go = useCallback((href: string) => void router.navigate({ href }), [router])
  const isReturning = useIsReturningTo()
  const client = useQueryClient()
  // The code for it comes when someone reports.
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
  // A page that came whole is rendered whole, as one that is come back to.
  const isBack = useRef(cameWhole())
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
 * A plain address that the router follows; its page is fetched while the pointer is still on the way. The site's pages
 * are documents of their own: the browser itself goes to them and leaves them.
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
