import { createRouterClient } from '@orpc/server'
import { setTimeout as pause } from 'node:timers/promises'
import type { RequestContext } from '#platform/server/guard.ts'
import type { PrefetchedQueries } from '#platform/server/web-app.ts'
import type { createApi } from './api.ts'
import { type Ask, pagePrefetches } from './page-prefetches.ts'

type Options = {
  router: ReturnType<typeof createApi>
  context: RequestContext
  path: string
  zone: string
  /** Queries that take longer than this many milliseconds are left out. */
  patienceMs: number
  interceptors?: NonNullable<Parameters<typeof createRouterClient>[1]>['interceptors']
}

/**
 * The answers to the queries of the page at `path`, from the same handlers that the page would call, as the person who makes the request:
 * the account for every page, the rest by app/page-prefetches.ts. A refusal, a failure and what takes too long are left out.
 */
export async function prefetchQueries({
  router,
  context,
  path,
  zone,
  patienceMs,
  interceptors = [],
}: Options): Promise<PrefetchedQueries> {
  const answers: PrefetchedQueries['answers'] = []
  const underWay: Promise<unknown>[] = []
  const ask = noting(createRouterClient(router, { context, interceptors }), [], (call, words) => {
    underWay.push(call.then((output) => answers.push({ ...words, output })).catch(() => {}))
  }) as Ask
  const { viewer } = context
  const asked = Promise.all([
    ask.accounts.me(),
    viewer && pagePrefetches[path]?.asks(ask, { me: viewer, zone }),
  ])
  const patience = new AbortController()
  const isWhole = await Promise.race([
    asked.then(
      () => true,
      // A failed one does not affect the others.
      () => Promise.allSettled(underWay).then(() => false),
    ),
    pause(patienceMs, false, { signal: patience.signal }).catch(() => false),
  ])
  patience.abort()
  return { isWhole, answers: [...answers] }
}

type Words = { path: string[]; input: unknown }

/** The same client, which also records each of its calls. */
function noting(
  client: unknown,
  path: string[],
  onCall: (call: Promise<unknown>, words: Words) => void,
): unknown {
  return new Proxy(client as (...given: unknown[]) => Promise<unknown>, {
    get: (_, name: string) => noting((client as Record<string, unknown>)[name], [...path, name], onCall),
    apply(call, _self, [input]) {
      const answer = call(input)
      onCall(answer, { path, input })
      return answer
    },
  })
}
