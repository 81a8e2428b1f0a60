import {
  type Mutation,
  MutationCache,
  onlineManager,
  type Query,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query'
import { constants } from '#core/constants.ts'
import { isConflictOrMissing, isRefusal, isTimeout } from './api.ts'
import { describeError, toastTextOf, toastTitleOf, wasAnnounced } from './app-errors.ts'
import { joinDoubleClick } from './double-click.ts'
import { createIdempotencyKey } from './idempotency-keys.ts'
import { wasQueued } from './offline-storage.ts'
import { freshOnMount } from './prefetched-queries.ts'

const { queries } = constants

/** What a mutation announces when it is done or has failed; `failed` may use the error's message (Spec §8 texts). */
export type MutationMeta = {
  done?: string | undefined
  failed?: string | ((message: string) => string)
  /** Query keys that are stale now; all of them are refetched, shown or not. */
  touches?: readonly (readonly unknown[])[]
  /**
   * The form shows the refusal at its field, so there is no toast, unless the form is gone: the refusal of a change (with `touches`) is then
   * announced as any other.
   */
  quiet?: boolean
  /**
   * Without a connection the action waits on the device and is sent later; the returned text names it in its mark and its outcome. If not
   * set, the action is refused while there is no connection.
   */
  waits?: (variables: never) => string
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: MutationMeta & Record<string, unknown>
  }
}

type Toast = { success(message: string): void; error(message: string, description?: string): void }

/**
 * The one query client, which decides retries, staleness and toasts with the constants of Spec §9: stale after 5 minutes, kept 10, no
 * refetch on focus, reconnect or mount (of data that counts as current), up to 2 retries from 1 s doubling to 10 s, mutations once; never a retry after a refusal (Spec §8).
 */
export function createQueryClient(toast: Toast): QueryClient {
  /** What last heard of a mutation; it has listeners as long as its component is mounted. */
  const heardBy = new WeakMap<object, { hasListeners(): boolean }>()
  const client: QueryClient = new QueryClient({
    queryCache: failuresOnScreen(toast),
    mutationCache: new MutationCache({
      // Once for each press, before its first try: an automatic retry is the same request and must happen once.
      onMutate: (variables, mutation) => {
        joinDoubleClick(mutation as Mutation<unknown, Error, unknown>, client.getMutationCache())
        createIdempotencyKey(variables)
      },
      onSuccess: async (_data, variables, _result, mutation) => {
        const meta = mutation.meta
        if (wasQueued(variables)) toast.success(`Sent: ${wordsOf(mutation)}`)
        else if (meta?.done) toast.success(meta.done)
        await Promise.all((meta?.touches ?? []).map((queryKey) => refetchAll(client, queryKey)))
      },
      onError: (error, variables, _result, mutation) => {
        const meta = mutation.meta
        // Someone else was faster: refetches, so that the next press is about the current data.
        if (isConflictOrMissing(error))
          for (const queryKey of meta?.touches ?? []) void refetchAll(client, queryKey)
        const message = toastTextOf(error)
        const described = describeError(error, 'mutation')
        const isLeft = meta?.touches && heardBy.get(mutation)?.hasListeners() === false
        if (wasQueued(variables) || (meta?.quiet && isLeft)) {
          const title = meta?.waits ? `Not done: ${wordsOf(mutation)}` : toastTitleOf(described)
          // After the end of a session it is still kept, and sent after the next sign-in. What started a quiet one may announce it itself.
          if (described.type !== 'auth') setTimeout(() => wasAnnounced(error) || toast.error(title, message))
          return
        }
        if (meta?.quiet) return
        if (typeof meta?.failed === 'function') toast.error(meta.failed(message))
        else toast.error(meta?.failed ?? toastTitleOf(described), message)
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: constants.notifications.staleMs,
        gcTime: queries.retentionMs,
        refetchOnWindowFocus: queries.refetchOnWindowFocus,
        refetchOnMount: (query) => isOutdated(query) || queries.refetchOnMount,
        refetchOnReconnect: queries.refetchOnReconnect,
        retry: (count, error) => !isRefusal(error) && count < queries.retries,
        retryDelay: (attempt) => Math.min(queries.firstRetryDelayMs * 2 ** attempt, queries.maxRetryDelayMs),
      },
      mutations: {
        // Without a connection an action fails at once and says so; only actions with `waits` are kept for later.
        networkMode: 'always',
        retry: (count, error) => onlineManager.isOnline() && shouldRetryMutation(count, error),
        retryDelay: queries.firstRetryDelayMs,
      },
    },
  })
  client.getMutationCache().subscribe((event) => {
    if (event.type === 'observerAdded') heardBy.set(event.mutation, event.observer)
  })
  return client
}

/** Data that was just fetched is shown by another part of the same page. */
const JUST_FETCHED_MS = 5_000

/**
 * Data on which a mount may not rely: what a change invalidated while it was off screen, and what others change at any time (`staleTime: 0`),
 * which would otherwise be refetched only when its key changes.
 */
function isOutdated(query: Query): boolean {
  if (query.state.isInvalidated) return true
  const isAlwaysStale = query.observers.some(({ options }) => options.staleTime === 0)
  const age = Date.now() - query.state.dataUpdatedAt
  return isAlwaysStale && age > JUST_FETCHED_MS && freshOnMount.refetchOnMount(query) !== false
}

/**
 * Whether a failed action may be retried automatically. Not after a refusal, nor after a time limit, because a retry would take as long
 * again.
 */
export function shouldRetryMutation(count: number, error: Error): boolean {
  return !isRefusal(error) && !isTimeout(error) && count < queries.mutationRetries
}

/** A text that names an action that waited. */
const wordsOf = ({ meta, state }: Mutation<unknown, unknown, unknown>): string =>
  meta?.waits?.(state.variables as never) ?? 'your change'

/**
 * Announces a failed query whose data is already on screen; a first load shows its failure on the page. Announced once until the query
 * succeeds again, and only once if several have the same message. Someone whose session ended is sent to sign in.
 */
function failuresOnScreen(toast: Toast): QueryCache {
  const failing = new WeakSet<object>()
  let last = { words: '', at: 0 }
  return new QueryCache({
    onSuccess: (_data, query) => void failing.delete(query),
    onError: (error, query) => {
      const isKnown = failing.has(query)
      failing.add(query)
      const described = describeError(error, 'query')
      if (isKnown || query.state.data === undefined || described.type === 'auth') return
      const title = toastTitleOf(described)
      const words = `${title} ${described.message}`
      if (words === last.words && Date.now() - last.at < constants.toasts.durationMs) return
      last = { words, at: Date.now() }
      toast.error(title, toastTextOf(error))
    },
  })
}

/**
 * Refetches everything under a key, on screen or not, because without refetch on mount the rest would stay stale. A query in its first
 * fetch is fetched once more, because its answer may predate the change.
 */
export async function refetchAll(client: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  const early = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined })
  await Promise.allSettled([
    client.invalidateQueries({ queryKey, refetchType: 'all' }),
    // Taken before the answer arrives, because a query then drops its promise.
    ...early.map((query) => query.promise?.then(() => query.fetch(undefined, { cancelRefetch: true }))),
  ])
}

/**
 * Refetches what is on screen under a key and drops the rest, which is fetched when next opened: for changes made elsewhere, because a page
 * may stay open all day.
 */
export async function refetchOnScreen(client: QueryClient, queryKey: readonly unknown[]): Promise<void> {
  client.removeQueries({
    queryKey,
    fetchStatus: 'idle',
    predicate: (query) => query.getObserversCount() === 0,
  })
  await refetchAll(client, queryKey)
}
