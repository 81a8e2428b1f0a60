import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Admission } from '#platform/server/admission.ts'
import type { Config } from '#platform/server/config.ts'
import {
  hasBody,
  bodyBytes,
  type Answers,
  type Bodies,
  type ConnectionLimits,
} from '#platform/server/connection-limits.ts'
import { isCrossSite, hasNonJsonBody } from '#platform/server/http.ts'
import { type RequestContext, SIGN_IN_FIRST } from '#platform/server/guard.ts'
import { NO_DATABASE } from '#platform/server/pg-errors.ts'
import { withTimeLimit } from '#platform/server/time-left.ts'
import { withRawJson } from '#platform/server/unchecked-output.ts'
import { logFailure, type Log } from '#platform/server/log.ts'
import type { Viewer } from '#platform/server/session.ts'
import { largeBodies } from './api.ts'
import { API_PREFIXES, methodsAt } from './call-methods.ts'

type Handle = (
  request: FastifyRequest,
  reply: FastifyReply,
  options: { prefix?: `/${string}`; context: RequestContext },
) => Promise<{ matched: boolean }>

type ApiRoutes = {
  config: Config
  log: Log
  limits: ConnectionLimits
  bodies: Bodies
  answers: Answers
  admission: Admission
  admitsFirst: boolean
  rpc: Handle
  rest: Handle
  contextOf: (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>
  /** The person behind the request, if their session is cached or can be read now; null for everyone else. */
  personBehind: (request: FastifyRequest) => Promise<Viewer | null>
  /** Identifies a session before it is known whose it is. */
  sessionOf: (request: FastifyRequest) => string | null
  /** The JSON that PostgreSQL wrote for the current answer. */
  writtenOf: (reply: FastifyReply) => string | undefined
}

const UNAVAILABLE = {
  busy: ['SERVICE_UNAVAILABLE', 'Placewell is very busy. Please try again in a moment.'],
  sending: [
    'SERVICE_UNAVAILABLE',
    'Your other downloads are still on their way. Please try again when they have arrived.',
  ],
  away: ['SERVICE_UNAVAILABLE', NO_DATABASE],
} as const

/**
 * Serves the calls of the product over HTTP: RPC for the web app, REST for others. A request takes a slot only once its body has arrived,
 * so that no one holds a slot by sending slowly, and returns it once its answer is ready, so that no one holds it by not reading.
 */
export async function serveApi(scope: FastifyInstance, options: ApiRoutes): Promise<void> {
  const {
    config,
    log,
    limits,
    bodies,
    answers,
    admission,
    admitsFirst,
    rpc,
    rest,
    contextOf,
    personBehind,
    sessionOf,
    writtenOf,
  } = options
  const bodyIsThere = new WeakMap<FastifyRequest, () => void>()
  const readyAt = new WeakMap<FastifyRequest, number>()

  const failure = (request: FastifyRequest, status: number, code: string, message: string) => {
    const error = { defined: false, code, status, message }
    return request.url.startsWith('/rpc/') ? { json: error } : error
  }
  const answerRefusal = (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    code: string,
    message: string,
  ) => {
    // Does not wait for the rest of an unwanted body.
    if (hasBody(request) && request.body === undefined) reply.header('connection', 'close')
    return reply.code(status).send(failure(request, status, code, message))
  }
  const busy = (request: FastifyRequest, reply: FastifyReply, comeBackIn = 1) =>
    answerRefusal(request, reply.header('retry-after', String(comeBackIn)), 503, ...UNAVAILABLE.busy)

  // Bodies must be JSON, at most bodyLimit long; they are parsed once the request has its slot.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) =>
    done(null, text),
  )
  scope.addHook('onRequest', async (request, reply): Promise<unknown> => {
    reply.header('cache-control', 'no-store')
    if (isCrossSite(request, config.appUrl))
      return answerRefusal(request, reply, 403, 'FORBIDDEN', 'This request came from another site.')
    const methods = methodsAt(request.url)
    if (methods.length > 0 && !methods.includes(request.method)) {
      reply.header('allow', [...methods, 'OPTIONS'].join(', '))
      if (request.method === 'OPTIONS') return reply.code(204).send()
      const taken = `This address accepts ${methods.join(', ')}, not ${request.method}.`
      return answerRefusal(request, reply, 405, 'METHOD_NOT_SUPPORTED', taken)
    }
    if (hasNonJsonBody(request)) {
      reply.header('accept', 'application/json')
      const wanted = 'Send JSON, with “content-type: application/json”.'
      return answerRefusal(request, reply, 415, 'UNSUPPORTED_MEDIA_TYPE', wanted)
    }
    if (admitsFirst && !(await admission.enter(reply, 'person'))) return busy(request, reply)
    return hasBody(request) ? expectBody(request, reply) : undefined
  })

  /** Makes room for a body before any of it is read; a long one, or one of unknown length, only for someone who is signed in. */
  async function expectBody(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const bytes = bodyBytes(request, request.routeOptions.bodyLimit!)
    const isLong = bytes > limits.strangerBodyBytes
    const person = isLong ? await personBehind(request) : null
    if (isLong && !person) {
      const isForPeople = largeBodies.some((one) => [one.rpc, one.rest].includes(request.routeOptions.url!))
      if (isForPeople) return answerRefusal(request, reply, 401, 'UNAUTHORIZED', SIGN_IN_FIRST)
      return answerRefusal(request, reply, 413, 'PAYLOAD_TOO_LARGE', 'The request is too large.')
    }
    const done = bodies.begin(request, person ? person.realUserId : request.ip, bytes)
    if (!done) return busy(request, reply)
    bodyIsThere.set(request, done)
    return undefined
  }

  scope.addHook('preValidation', async (request, reply) => {
    bodyIsThere.get(request)?.()
    const since = performance.now()
    readyAt.set(request, since)
    const session = sessionOf(request)
    if (session && (await admission.holdUp(reply, session)))
      return busy(request, reply, admission.comeBackIn('person', session))
    const person = await personBehind(request)
    const caller = person ? 'person' : 'stranger'
    if (!admitsFirst && !(await admission.enter(reply, caller, since)))
      return busy(request, reply, admission.comeBackIn(caller, person && session ? session : undefined))
    if (session) admission.forget(session)
    if (typeof request.body !== 'string') return
    try {
      request.body = request.body === '' ? {} : (JSON.parse(request.body) as unknown)
    } catch {
      throw Object.assign(new Error('Not JSON'), { statusCode: 400 })
    }
  })
  scope.addHook('onSend', async (request, reply, payload) => {
    // The answer is ready; the time the client takes to read it does not matter.
    admission.leave(reply)
    if (payload instanceof Readable && !isEvents(reply)) {
      const person = await personBehind(request)
      const length = reply.getHeader('content-length')
      const bytes = length === undefined ? undefined : Number(length)
      if (!answers.begin(reply.raw, person ? person.realUserId : request.ip, bytes)) {
        payload.destroy()
        for (const name of Object.keys(reply.getHeaders()))
          if (name.startsWith('content-') && name !== 'content-security-policy') reply.removeHeader(name)
        reply.code(503).header('retry-after', '5').type('application/json; charset=utf-8')
        return JSON.stringify(failure(request, 503, ...UNAVAILABLE.sending))
      }
    }
    const json = writtenOf(reply)
    if (json !== undefined) return withRawJson(payload as string, json)
    if (reply.statusCode === 503 || reply.statusCode === 429)
      if (!reply.hasHeader('retry-after')) reply.header('retry-after', secondsToWait(payload))
    return payload
  })

  const by =
    (handle: Handle, prefixes: readonly `/${string}`[]) => (request: FastifyRequest, reply: FastifyReply) =>
      // Time counts from the arrival of the whole request: a slow connection is not the database's fault.
      withTimeLimit(performance.now() - readyAt.get(request)!, async () => {
        // Node sends no body for HEAD anyway.
        if (request.raw.method === 'HEAD') request.raw.method = 'GET'
        const prefix = prefixes.find((one) => request.url.startsWith(`${one}/`))
        const context = await contextOf(request, reply)
        const { matched } = await handle(request, reply, { ...(prefix && { prefix }), context })
        if (!matched)
          return reply.code(404).send(failure(request, 404, 'NOT_FOUND', 'We can’t find that call.'))
      })
  const byRpc = by(rpc, ['/rpc'])
  const byRest = by(rest, ['/api'])
  for (const prefix of API_PREFIXES) scope.all(`${prefix}/*`, prefix === '/rpc' ? byRpc : byRest)
  for (const { rpc: rpcAddress, rest: restAddress, bodyLimit } of largeBodies) {
    scope.post(rpcAddress, { bodyLimit }, byRpc)
    scope.post(restAddress, { bodyLimit }, byRest)
  }

  scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const unavailable = error.name === 'Unavailable'
    const status = unavailable ? 503 : (error.statusCode ?? 500)
    if (status >= 500) logFailure(log, { id: request.id }, error)
    const [code, message] = unavailable
      ? UNAVAILABLE.away
      : status === 413
        ? ['PAYLOAD_TOO_LARGE', 'The request is too large.']
        : status < 500
          ? ['BAD_REQUEST', 'The request could not be read.']
          : ['INTERNAL_SERVER_ERROR', 'Something went wrong on our end.']
    return reply.code(status).send(failure(request, status, code, message))
  })
}

/** True for a stream of events, which stays open. */
const isEvents = (reply: FastifyReply): boolean =>
  String(reply.getHeader('content-type')).startsWith('text/event-stream')

/** How long a refusal asks to wait, in seconds; 1 if it does not say. */
function secondsToWait(payload: unknown): string {
  return (typeof payload === 'string' && /"retryAfter":(\d+)/.exec(payload)?.[1]) || '1'
}
