import { createRouter } from '@tanstack/react-router'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createQueryClient } from '#platform/web/query-client.ts'
import { isFullyPrefetched, markHydrated, hydrateFromDocument } from '#platform/web/prefetched-queries.ts'
import { isOpenedOffline, restoreOfflineAnswers, waitForServer } from '#platform/web/offline-answers.ts'
import { reloadOnceOnLoadFailure } from '#platform/web/load-failure.ts'
import { lazyPartsLoaded } from '#ui/lazy-parts.ts'
import { toast } from '#ui/toast.ts'
import { back } from '#ui/back.ts'
import { routeTree } from './routeTree.gen.ts'
import { WholeApp } from './whole-app.tsx'

reloadOnceOnLoadFailure()

const queryClient = createQueryClient(toast)
hydrateFromDocument(queryClient)
if (isOpenedOffline()) {
  restoreOfflineAnswers(queryClient)
  waitForServer()
}
const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  // The guard's loading screen appears soon and stays no longer than needed.
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
})

back.history = router.history

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** How long (ms) a page whose answers have arrived waits for its code before it shows a loading screen. */
const CODE_PATIENCE_MS = 1_000

const element = document.getElementById('root')!

if (isFullyPrefetched()) {
  const { href } = router.latestLocation
  const code = router.load().then(lazyPartsLoaded)
  // A page that the server rendered is hydrated, unless the guard redirects; any other is rendered at once.
  if (element.firstChild)
    void code.then(() => (router.latestLocation.href === href ? hydrate() : render()), render)
  else
    void Promise.race([code, new Promise((resolve) => setTimeout(resolve, CODE_PATIENCE_MS))]).finally(render)
} else render()

function render(): void {
  createRoot(element).render(<WholeApp {...{ queryClient, router }} />)
}

/**
 * Hydrates the page that the server rendered (app/render-page.tsx) and that is already being read: it does not change, but becomes
 * interactive.
 */
function hydrate(): void {
  markHydrated()
  // Same as on the server: the router adds no wrapper of its own.
  router.ssr = { manifest: undefined }
  hydrateRoot(element, <WholeApp {...{ queryClient, router }} />)
}
