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
import { prerender } from 'react-dom/static'
import { NavigationProvider } from '#ui/Link.tsx'

export type RenderedPage = {
  /** Without styles. */
  markup: string
  /** What a reader sees, with one space between the parts. */
  words: string
  client: QueryClient
}

/** For tests: an element as a page at an address, rendered once, with its lazy parts; its queries have only the answers of the client's cache. */
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
  let failure: unknown
  const { prelude } = await prerender(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        {/* As after Back, when a page is rendered completely at once. */}
        <NavigationProvider value={{ isReturning: () => true }}>
          <RouterProvider router={router} />
        </NavigationProvider>
      </MantineProvider>
    </QueryClientProvider>,
    { onError: (error) => void (failure ??= error) },
  )
  if (failure) throw failure
  const markup = (await new Response(prelude).text()).replaceAll(/<style.*?<\/style>/gs, '')
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

/** A client all of whose queries failed, except those that are answered here: by the procedure's path, as in `accounts.me`. */
export function failingClient(answers: Record<string, unknown> = {}): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false, retry: false } } })
  const cache = client.getQueryCache()
  const build = cache.build.bind(cache)
  cache.build = (...given) => {
    const query = build(...given)
    if (query.state.status !== 'pending') return query
    const path = (query.queryKey[0] as string[]).join('.')
    if (path in answers) query.setData(answers[path] as never)
    else query.setState({ ...query.state, status: 'error', error: new Error('No connection') as never })
    return query
  }
  return client
}
