import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from '#platform/web/query-client.ts'
import { reloadOnceOnLoadFailure } from '#platform/web/load-failure.ts'
import { toast } from '#ui/toast.ts'
import { routeTree } from './routeTree.gen.ts'

reloadOnceOnLoadFailure()

const queryClient = createQueryClient(toast)
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

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
