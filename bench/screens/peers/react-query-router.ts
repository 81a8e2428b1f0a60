import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { Page } from './page.ts'

function AskingPage() {
  useQuery({ queryKey: ['page'], queryFn: () => 'read' })
  return createElement(Page)
}

const rootRoute = createRootRoute({ staticData: { access: 'public' } })
const everyPage = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  staticData: { access: 'public' },
  component: AskingPage,
})
const router = createRouter({ routeTree: rootRoute.addChildren([everyPage]) })
createRoot(document.getElementById('root')!).render(
  createElement(
    QueryClientProvider,
    { client: new QueryClient() },
    createElement(RouterProvider, { router: router as never }),
  ),
)
