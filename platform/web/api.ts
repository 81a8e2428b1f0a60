import { createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils, type RouterUtils } from '@orpc/tanstack-query'
import { onlineManager } from '@tanstack/react-query'
import { fetchInTime, type TimeLimit } from './fetch-in-time.ts'
import { withIdempotencyKey } from './idempotency-keys.ts'

const signedOutHandlers = new Set<() => void>()

/** Calls `handler` whenever the server no longer accepts the session; returns a function that stops it. */
export function onSignedOut(handler: () => void): () => void {
  signedOutHandlers.add(handler)
  return () => signedOutHandlers.delete(handler)
}

/** What a call may pass besides its input. */
export type CallContext = {
  /** Who pressed the button, if the call may be sent later: the server refuses it in anyone else's session. */
  pressedBy?: string | undefined
  /** The list is read to be saved as a file, which the access trail records as an export. */
  asFile?: boolean
  /** How long to wait for the answer (Spec §9); 30 s by default. */
  timeLimit?: TimeLimit
}

/** Options of a call that sends a file or its rows. */
export const asUpload = { context: { timeLimit: 'upload' } } as const satisfies { context: CallContext }

/** The ids of calls that were refused or failed, by the context object of each call. */
const requestIds = new WeakMap<object, string>()
let lastId: string | null = null

/** The id of the call that was answered last; null before the first. */
export const lastRequestId = (): string | null => lastId

/** The id of the request that ended in this error, as in the server's log and access trail; null if none was answered. */
export function requestIdOf(error: unknown): string | null {
  return (error instanceof Error && (error as Error & { requestId?: string }).requestId) || null
}

const link = new RPCLink<CallContext>({
  url: () => `${window.location.origin}/rpc`,
  fetch: (request, init, { context }) => fetchInTime(request, init, context.timeLimit),
  headers: ({ context: { pressedBy, asFile } }) => ({
    'x-pressed-by': pressedBy,
    'x-as-file': asFile ? 'yes' : undefined,
  }),
  clientInterceptors: [
    async ({ next, context }) => {
      const response = await next()
      const id = response.headers['x-request-id']
      if (typeof id === 'string') {
        lastId = id
        if (response.status >= 400) requestIds.set(context, id)
      }
      // A proxy, or the sign-in page of a network, which answers 200: nothing was done.
      if (/html/.test(response.headers['content-type'] as string)) throw new TypeError()
      return response
    },
  ],
  interceptors: [
    async ({ next, ...call }) => {
      const { path } = call
      const context = { ...call.context }
      try {
        return await next({ ...call, context, input: withIdempotencyKey(call.input) })
      } catch (error) {
        const id = requestIds.get(context)
        if (id && error instanceof Error) Object.assign(error, { requestId: id })
        // Forms and screens show an error's own message, and the browser's "Failed to fetch" is not for people.
        if (isUnreached(error)) throw new TypeError(unreachedText(), { cause: error })
        if (error instanceof ORPCError && error.status === 401 && path[0] !== 'accounts')
          for (const handler of signedOutHandlers) handler()
        throw error
      }
    },
  ],
})
const client = createORPCClient(link) as Record<string, unknown>

/**
 * One feature's calls for React: `featureApi<typeof semestersContract>('semesters')` returns `.list.queryOptions(…)`,
 * `.copy.mutationOptions(…)` and `.list.key()`. Only the contract's type is needed, so no schema reaches the browser.
 */
export function featureApi<C extends AnyContractRouter>(
  feature: string,
): RouterUtils<ContractRouterClient<C, CallContext>> {
  return createTanstackQueryUtils(featureClient<C>(feature), { path: [feature] })
}

/** The keys of everything that features answer, by their names only: those that a change is shown in may depend on the one that makes it. */
export const keysOf = (...features: readonly string[]): (readonly unknown[])[] =>
  features.map((feature) => featureApi<Record<string, never>>(feature).key())

/** The same calls without React: for live streams and for calls before a screen is rendered. */
export function featureClient<C extends AnyContractRouter>(
  feature: string,
): ContractRouterClient<C, CallContext> {
  return client[feature] as ContractRouterClient<C, CallContext>
}

/**
 * True if the network broke, or something else answered, such as a proxy during a deploy: then the body is none of our errors, and the
 * library passes on the whole answer, or can't decode it.
 */
const isUnreached = (error: unknown): boolean =>
  error instanceof TypeError ||
  Boolean(error instanceof ORPCError ? error.data?.headers : (error as Error).cause)

const unreachedText = (): string =>
  onlineManager.isOnline()
    ? 'Placewell cannot be reached. Check your connection and try again.'
    : 'You are offline. Nothing was saved; what you entered is still here. Try again when you are back online.'

/** The sentence to show for any error: the server's message, or what a broken network means for the person. */
export function messageOf(error: unknown): string {
  if (error instanceof TypeError) return unreachedText()
  return error instanceof Error ? error.message : 'Something went wrong.'
}

/** True if a time limit stopped the call. Its message says what is certain then. */
export function isTimeout(error: unknown): boolean {
  return error instanceof ORPCError && error.code === 'TOOK_TOO_LONG'
}

/** True if the call was refused because of a change in the meantime: done already, changed by someone else, or gone. */
export const isConflictOrMissing = (error: unknown): boolean =>
  error instanceof ORPCError && (error.status === 409 || error.status === 404)

/** True if it is a refusal that a retry will not change. (Spec §8: no retry on 42501 or a permission error) */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof ORPCError &&
    error.status >= 400 &&
    error.status < 500 &&
    error.status !== 408 &&
    error.status !== 429
  )
}
