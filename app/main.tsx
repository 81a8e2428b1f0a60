import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from '#platform/web/query-client.ts'
import { cameWhole, takeFirstAnswers } from '#platform/web/first-answers.ts'
import { reloadOnceOnLoadFailure } from '#platform/web/load-failure.ts'
import { partsAreHere } from '#ui/later-parts.ts'
import { toast } from '#ui/toast.ts'
import { routeTree } from './routeTree.gen.ts'

reloadOnceOnLoadFailure()

const queryClient = createQueryClient(toast)
takeFirstAnswers(queryClient)
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

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** So long (ms) a page whose answers are here waits for its code before it shows that it loads. */
const CODE_PATIENCE_MS = 1_000

// A page that came whole is drawn in one piece.
if (cameWhole())
  void Promise.race([
    router.load().then(partsAreHere),
    new Promise((resolve) => setTimeout(resolve, CODE_PATIENCE_MS)),
  ]).finally(draw)
else draw()

function draw(): void {
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
