import { createRouter } from '@tanstack/react-router'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createQueryClient } from '#platform/web/query-client.ts'
import { cameWhole, standsNow, takeFirstAnswers } from '#platform/web/first-answers.ts'
import { isOpenedOffline, restoreAnswers, waitForServer } from '#platform/web/kept-answers.ts'
import { reloadOnceOnLoadFailure } from '#platform/web/load-failure.ts'
import { partsAreHere } from '#ui/later-parts.ts'
import { toast } from '#ui/toast.ts'
import { back } from '#ui/back.ts'
import { routeTree } from './routeTree.gen.ts'
import { WholeApp } from './whole-app.tsx'

reloadOnceOnLoadFailure()

const queryClient = createQueryClient(toast)
takeFirstAnswers(queryClient)
if (isOpenedOffline()) {
  restoreAnswers(queryClient)
  waitForServer()
}
const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  // The guard's loading screen stands at once and stays no longer than it must.
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
})

back.history = router.history

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** So long (ms) a page whose answers are here waits for its code before it shows that it loads. */
const CODE_PATIENCE_MS = 1_000

const element = document.getElementById('root')!

if (cameWhole()) {
  const { href } = router.latestLocation
  const code = router.load().then(partsAreHere)
  // A page that the server rendered is hydrated, unless the guard leads elsewhere; another is rendered in one piece.
  if (element.firstChild)
    void code.then(() => (router.latestLocation.href === href ? hydrate() : render()), render)
  else
    void Promise.race([code, new Promise((resolve) => setTimeout(resolve, CODE_PATIENCE_MS))]).finally(render)
} else render()

function render(): void {
  createRoot(element).render(<WholeApp {...{ queryClient, router }} />)
}

/** The server has rendered the page (app/render-page.tsx), and it is being read: it stays as it is, and answers from now on. */
function hydrate(): void {
  standsNow()
  // As where it was rendered: the router puts no frame of its own round the whole.
  router.ssr = { manifest: undefined }
  hydrateRoot(element, <WholeApp {...{ queryClient, router }} />)
}
