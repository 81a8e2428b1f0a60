import { createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils, type RouterUtils } from '@orpc/tanstack-query'
import { withPressKey } from './press-keys.ts'

const signedOutHandlers = new Set<() => void>()

/** Calls `handler` whenever the server no longer knows who asks; returns how to stop. */
export function onSignedOut(handler: () => void): () => void {
  signedOutHandlers.add(handler)
  return () => signedOutHandlers.delete(handler)
}

const link = new RPCLink({
  url: () => `${window.location.origin}/rpc`,
  interceptors: [
    async ({ next, ...call }) => {
      const { path } = call
      try {
        return await next({ ...call, input: withPressKey(call.input) })
      } catch (error) {
        if (error instanceof ORPCError && error.status === 401 && path[0] !== 'accounts')
          for (const handler of signedOutHandlers) handler()
        throw error
      }
    },
  ],
})
const client: Record<string, unknown> = createORPCClient<Record<string, never>>(link)

/**
 * One feature's calls for React: `featureApi<typeof semestersContract>('semesters')` gives `.list.queryOptions(…)`,
 * `.copy.mutationOptions(…)` and `.list.key()`. Only the contract's type is needed, so no schema reaches the browser.
 */
export function featureApi<C extends AnyContractRouter>(
  feature: string,
): RouterUtils<ContractRouterClient<C>> {
  return createTanstackQueryUtils(featureClient<C>(feature), { path: [feature] })
}

/** The same calls without React: for live streams and for what happens before a screen is drawn. */
export function featureClient<C extends AnyContractRouter>(feature: string): ContractRouterClient<C> {
  return client[feature] as ContractRouterClient<C>
}

/** The sentence to show a person for any error: the server's words, or what a broken network means for them. */
export function messageOf(error: unknown): string {
  if (error instanceof ORPCError) return error.message
  if (error instanceof TypeError) return 'Placewell cannot be reached. Check your connection and try again.'
  return error instanceof Error ? error.message : 'Something went wrong.'
}

/** Was it stopped by a time limit? Its message says what is true then. */
export function tookTooLong(error: unknown): boolean {
  return error instanceof ORPCError && error.code === 'TOOK_TOO_LONG'
}

/** Is it a refusal that asking again will not change? (Spec §8: no retry on 42501 or a permission error) */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof ORPCError &&
    error.status >= 400 &&
    error.status < 500 &&
    error.status !== 408 &&
    error.status !== 429
  )
}
