import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { NavigationProvider } from '#ui/Link.tsx'

export type RenderedPage = {
  /** Without styles. */
  markup: string
  /** What a reader sees, with one space between the parts. */
  words: string
  client: QueryClient
}

/** For tests: an element as a page at an address, rendered once; its queries have only the answers of the client's cache. */
export async function pageAt(
  address: string,
  element: ReactElement,
  client = new QueryClient(),
): Promise<RenderedPage> {
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '$',
    staticData: { access: 'public', title: '' },
    component: () => element,
  })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  await router.load()
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        {/* As after Back, when a page is rendered completely at once. */}
        <NavigationProvider value={{ isReturning: () => true }}>
          <RouterProvider router={router} />
        </NavigationProvider>
      </MantineProvider>
    </QueryClientProvider>,
  ).replaceAll(/<style.*?<\/style>/gs, '')
  const words = markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return { markup, words, client }
}

/** The inputs of the page's queries. */
export const askedBy = ({ client }: RenderedPage): unknown[] =>
  client
    .getQueryCache()
    .getAll()
    .map(({ queryKey }) => (queryKey[1] as { input?: unknown } | undefined)?.input)
