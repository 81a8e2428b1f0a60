import { SmartCoercionPlugin } from '@orpc/json-schema'
import { OpenAPIHandler } from '@orpc/openapi/fastify'
import { ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fastify'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import type { RequestContext } from '#platform/server/guard.ts'
import { ListsInQueries } from '#platform/server/lists-in-queries.ts'
import { logFailure } from '#platform/server/log.ts'
import type { Metrics } from '#platform/server/metrics.ts'
import { sendUncheckedOutput } from '#platform/server/unchecked-output.ts'
import type { createApi } from './api.ts'

/** Answers the calls of the API: RPC for the web app, REST for others. */
export function callHandlers(router: ReturnType<typeof createApi>, metrics: Pick<Metrics, 'observeCall'>) {
  const handling = {
    // A line every 25 s shows that silent streams are alive, before proxies time out.
    eventIteratorKeepAliveInterval: 25_000,
    clientInterceptors: [measureCalls(metrics), logUnforeseen, sendUncheckedOutput],
  }
  const rpc = new RPCHandler(router, handling)
  const rest = new OpenAPIHandler(router, {
    ...handling,
    // Values in an address are text; the contract says which of them are numbers.
    plugins: [
      new SmartCoercionPlugin({ schemaConverters: [new ZodToJsonSchemaConverter()] }),
      new ListsInQueries(),
    ],
  })
  return { rpc, rest }
}

/** Measures how long each call takes, and which fail with an unforeseen error. */
const measureCalls =
  (metrics: Pick<Metrics, 'observeCall'>) =>
  async <T>({ path, next }: { path: readonly string[]; next(): Promise<T> }): Promise<T> => {
    const began = performance.now()
    let hasFailed = false
    try {
      return await next()
    } catch (error) {
      hasFailed = !(error instanceof ORPCError && error.status < 500)
      throw error
    } finally {
      metrics.observeCall(path.join('.'), (performance.now() - began) / 1_000, hasFailed)
    }
  }

/** Turns an unforeseen error into a plain 500; only the log says what it was. */
export async function logUnforeseen<T>(call: {
  context: RequestContext
  path: readonly string[]
  next(): Promise<T>
}): Promise<T> {
  try {
    return await call.next()
  } catch (error) {
    if (error instanceof ORPCError && error.status < 500) throw error
    const { log, requestId } = call.context
    const cause = (error instanceof ORPCError && error.cause) || error
    logFailure(log, { id: requestId, path: call.path.join('.') }, cause as Error)
    throw error
  }
}
