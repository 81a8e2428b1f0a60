import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { prerender } from 'react-dom/static'
import { readIn } from '#core/plain-date.ts'
import type { PageToRender } from '#platform/server/page-renderer.ts'
import { type PrefetchedQueries, hydrateQueries } from '#platform/web/prefetched-queries.ts'
import { lazyPartsLoaded } from '#ui/lazy-parts.ts'
import { Route as root } from '../routes/__root.tsx'
import { Route as app } from '../routes/_app/route.tsx'
import { Route as admin } from '../routes/_app/admin/dashboard.tsx'
import { Route as facility } from '../routes/_app/facility/dashboard.tsx'
import { Route as proctor } from '../routes/_app/proctor/dashboard.tsx'
import { Route as school } from '../routes/_app/school/dashboard.tsx'
import { Route as student } from '../routes/_app/student/dashboard.tsx'
import { WholeApp } from './whole-app.tsx'

const ofApp = (path: string) => ({ id: path, path, getParentRoute: () => app }) as never
const routeTree = root.addChildren([
  app
    .update({ id: '/_app', getParentRoute: () => root } as never)
    .addChildren([
      admin.update(ofApp('/admin/dashboard')),
      facility.update(ofApp('/facility/dashboard')),
      proctor.update(ofApp('/proctor/dashboard')),
      school.update(ofApp('/school/dashboard')),
      student.update(ofApp('/student/dashboard')),
    ]),
])

// The browser's session storage is not available here.
globalThis.sessionStorage ??= { getItem: () => null } as unknown as Storage

let turn: Promise<unknown> = Promise.resolve()

/**
 * The page at an address as HTML, identical to the browser's first rendering: with the answers sent with the document, in the reader's time
 * zone. One page after the other, each with its own cache and router. Throws if the page cannot be rendered completely.
 */
export function renderPage(page: PageToRender): Promise<string> {
  const rendered = turn.then(() => render(page))
  turn = rendered.catch(() => {})
  return rendered
}

async function render({ path, zone, answers }: PageToRender): Promise<string> {
  const queryClient = new QueryClient()
  readIn(zone)
  hydrateQueries(queryClient, JSON.parse(answers) as PrefetchedQueries, Date.now())
  const router = createRouter({
    routeTree,
    context: { queryClient },
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await Promise.all([router.load(), lazyPartsLoaded()])
  if (router.stores.matches.get().at(-1)?.pathname !== path) throw new Error(`It leads away from ${path}`)
  let failure: unknown
  const { prelude } = await prerender(<WholeApp {...{ queryClient, router }} />, {
    // All at once, because a part that comes later would need a script in the page.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: (error) => void (failure ??= error),
  })
  const html = await new Response(prelude).text()
  queryClient.clear()
  if (failure) throw failure
  // React writes the tags that it would move into a document's head before everything else.
  return html.replace(/^(?:<title>[^<]*<\/title>|<(?:meta|link) [^>]*>)*/, '')
}
