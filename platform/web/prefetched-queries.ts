import type { Query, QueryClient } from '@tanstack/react-query'
import { generateOperationKey } from '@orpc/tanstack-query'
import { storeTimeZone } from './own-zone.ts'

export type PrefetchedQueries = {
  isWhole: boolean
  answers: { path: string[]; input?: unknown; output: unknown }[]
}

/** How long after its arrival a page's first answer counts as fresh. */
const FRESH_MS = 5_000

let cameAt = Number.NEGATIVE_INFINITY
let madeAt = Number.NaN
let isWhole = false

/** Takes the answers that came with the document (platform/server/web-app.ts) and removes them from the document. */
export function hydrateFromDocument(client: QueryClient): void {
  storeTimeZone()
  const block = document.getElementById('first-answers')
  if (!block) return
  block.remove()
  try {
    const found = JSON.parse(block.textContent) as PrefetchedQueries
    hydrateQueries(client, found, Math.round(performance.timeOrigin))
  } catch {
    // The document was cut off: the page fetches everything.
  }
}

/** Stores answers as if the page had fetched them when it was opened: at `updatedAt`, in milliseconds since 1970. */
export function hydrateQueries(client: QueryClient, found: PrefetchedQueries, updatedAt: number): void {
  for (const { path, input, output } of found.answers) {
    const key = (type: 'query' | 'infinite') =>
      generateOperationKey(path, { type, ...(input !== undefined && { input }) })
    // A list with more pages is stored as the first of them.
    if (isList(output))
      client.setQueryData(key('infinite'), { pages: [output], pageParams: [null] }, { updatedAt })
    else client.setQueryData(key('query'), output, { updatedAt })
  }
  madeAt = updatedAt
  cameAt = Date.now()
  isWhole = found.isWhole
}

/** True if all of the page's first answers came with it a moment ago, so that it can be shown all at once. */
export const isFullyPrefetched = (): boolean => isWhole && isFirstMoment()

/** The page was rendered with its answers, and its code has loaded only now: its first moment begins. */
export function markHydrated(): void {
  cameAt = Date.now()
}

/** Query options for what others change meanwhile: refetched on every mount, except what has just come with the page. */
export const freshOnMount = {
  staleTime: 0,
  refetchOnMount: ({ state }: Pick<Query, 'state'>): boolean | 'always' =>
    isFirstMoment() && state.dataUpdatedAt === madeAt ? false : 'always',
}

const isFirstMoment = (): boolean => Date.now() - cameAt < FRESH_MS

const isList = (output: unknown): boolean =>
  typeof output === 'object' && output !== null && 'next_before_id' in output
