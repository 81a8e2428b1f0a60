import type { Query, QueryClient } from '@tanstack/react-query'
import { generateOperationKey } from '@orpc/tanstack-query'
import { ownZone } from '#core/plain-date.ts'

type FirstAnswers = {
  isWhole: boolean
  answers: { path: string[]; input?: unknown; output: unknown }[]
}

/** So long after it came, a page's first answer is as good as one that is asked for now. */
const FRESH_MS = 5_000

let cameAt = Number.NEGATIVE_INFINITY
let isWhole = false

/**
 * Takes the answers that came with the document (platform/server/web-app.ts) as if the page had asked for them when it was
 * called up, and leaves nothing of them in the document. Writes down the time zone by which the next document is made.
 */
export function takeFirstAnswers(client: QueryClient): void {
  document.cookie = `placewell-zone=${encodeURIComponent(ownZone())}; path=/; max-age=31536000; samesite=lax`
  const block = document.getElementById('first-answers')
  if (!block) return
  const found = JSON.parse(block.textContent) as FirstAnswers
  block.remove()
  const updatedAt = Math.round(performance.timeOrigin)
  for (const { path, input, output } of found.answers) {
    const key = (type: 'query' | 'infinite') =>
      generateOperationKey(path, { type, ...(input !== undefined && { input }) })
    // A list that goes on is kept as the first of its pages.
    if (isList(output))
      client.setQueryData(key('infinite'), { pages: [output], pageParams: [null] }, { updatedAt })
    else client.setQueryData(key('query'), output, { updatedAt })
  }
  cameAt = Date.now()
  isWhole = found.isWhole
}

/** Did everything that the page asks first come with it, a moment ago? Then it can be shown in one piece. */
export const cameWhole = (): boolean => isWhole && isFirstMoment()

/** For what others change meanwhile: asked again whenever it is looked at, but for what has just come with the page. */
export const askedAnew = {
  staleTime: 0,
  refetchOnMount: ({ state }: Pick<Query, 'state'>): boolean | 'always' =>
    isFirstMoment() && state.dataUpdatedAt === Math.round(performance.timeOrigin) ? false : 'always',
}

const isFirstMoment = (): boolean => Date.now() - cameAt < FRESH_MS

const isList = (output: unknown): boolean =>
  typeof output === 'object' && output !== null && 'next_before_id' in output
