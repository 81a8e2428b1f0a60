import type { FastifyReply, FastifyRequest } from 'fastify'
import { dashboardOf } from '#core/access.ts'
import { ownZone } from '#core/plain-date.ts'
import type { Admission } from '#platform/server/admission.ts'
import { zoneOf } from '#platform/server/http.ts'
import type { Log } from '#platform/server/log.ts'
import type { PageRenderer } from '#platform/server/page-renderer.ts'
import { withTimeLimit } from '#platform/server/time-left.ts'
import type { PageContent } from '#platform/server/web-app.ts'
import type { createApi } from './api.ts'
import { logUnforeseen } from './call-handlers.ts'
import { prefetchQueries } from './prefetch-queries.ts'
import type { requestReader } from './request-context.ts'

type Options = Pick<ReturnType<typeof requestReader>, 'personBehind' | 'contextOf'> & {
  router: ReturnType<typeof createApi>
  admission: Admission
  renderer: PageRenderer
  log: Log
  /** How long (ms) the first answers of a page may take. */
  answersMs: number
}

/** While more requests than this are handled, they come first, and no page is rendered. */
const MAX_WHILE_RENDERING = 16

/**
 * What is sent with a page for the person who opens it: its first answers, and the page rendered with them. Null if no one is signed in, or
 * if the request would have to wait for a slot: then the page is sent alone, at once.
 */
export function pageAnswers(options: Options) {
  const { personBehind, contextOf, router, admission, renderer, log, answersMs } = options
  return async (request: FastifyRequest, reply: FastifyReply): Promise<PageContent | null> => {
    const person = await personBehind(request)
    if (!admission.enterNow(reply, person ? 'person' : 'stranger')) return null
    return withTimeLimit(reply.elapsedTime, async () => {
      const context = await contextOf(request, reply)
      const { viewer } = context
      if (!viewer) return null
      const [path, zone] = [request.url.split('?')[0]!, zoneOf(request)]
      const found = await prefetchQueries({
        router,
        context,
        path,
        zone: zone ?? ownZone(),
        patienceMs: answersMs,
        interceptors: [logUnforeseen],
      })
      const answers = JSON.stringify(found)
      // Renders only a person's own first page, complete and in a known time zone, while the server is not busy.
      const canRender =
        found.isWhole &&
        zone !== null &&
        request.url === dashboardOf(viewer.role) &&
        admission.inside <= MAX_WHILE_RENDERING
      return { answers, html: canRender ? await renderer.render({ path, zone, answers }) : null }
    })
      .catch((error) => {
        log.warn({ err: error, url: request.url }, 'a page went out without its first answers')
        return null
      })
      .finally(() => admission.leave(reply))
  }
}
