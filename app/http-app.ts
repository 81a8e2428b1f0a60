import { setTimeout as pause } from 'node:timers/promises'
import cookies from '@fastify/cookie'
import helmet from '@fastify/helmet'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Config } from '#platform/server/config.ts'
import type { ConnectionLimits, Connections } from '#platform/server/connection-limits.ts'
import { contentPolicy } from '#platform/server/content-policy.ts'
import { isOwnHost, trustedProxies } from '#platform/server/http.ts'
import type { Log } from '#platform/server/log.ts'
import type { Metrics } from '#platform/server/metrics.ts'

type Options = {
  config: Config
  log: Log
  limits: ConnectionLimits
  connections: Connections
  metrics: Pick<Metrics, 'observe' | 'draining'>
  isBusy: () => boolean
  /** True if the site is served over https. */
  secure: boolean
}

/** All methods that any address accepts; each address says which of them it accepts. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** While the server is busy, someone who is not signed in waits this long (ms) for a refusal. */
const REFUSED_WHEN_BUSY_MS = 1_000

/** The HTTP server without its routes: what every answer says about itself, and which requests are refused before any route sees them. */
export async function createHttpApp(options: Options): Promise<FastifyInstance> {
  const { config, log, limits, connections, metrics, isBusy, secure } = options
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1_048_576,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: limits.headersMs, connectionsCheckingInterval: 1_000 },
    trustProxy: trustedProxies(config.trustProxy),
    forceCloseConnections: 'idle',
    return503OnClosing: false, // connected clients are still served
    genReqId: () => crypto.randomUUID(),
    routerOptions: { maxParamLength: 500 },
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : '/unreadable'),
  })
  connections.watch(app.server)
  await app.register(cookies)
  await app.register(helmet, {
    contentSecurityPolicy: false, // set below, because it depends on the page
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  })
  const policyOptions = { isSecure: secure, hasPayments: config.stripePublishableKey !== undefined }
  app.addHook('onRequest', async (request, reply) => {
    // The connection was cut meanwhile, so no one can read an answer.
    if (request.raw.socket.destroyed) return void reply.hijack()
    // For people to quote to support: the log and the access trail have the same id.
    reply.header('x-request-id', request.id)
    reply.header('content-security-policy', contentPolicy(request.url.split('?')[0]!, policyOptions))
    reply.header('permissions-policy', 'camera=(self), geolocation=(self), microphone=(), payment=(self)')
    const refuse = (status: number, code: string, message: string) =>
      reply.code(status).header('cache-control', 'no-store').send({ defined: false, code, status, message })
    if ((request.raw.headersDistinct['host']?.length ?? 0) > 1)
      return refuse(400, 'BAD_REQUEST', 'The request names two hosts.')
    if (!METHODS.includes(request.method)) {
      reply.header('allow', METHODS.join(', '))
      return refuse(405, 'METHOD_NOT_SUPPORTED', `${request.method} is not taken here.`)
    }
    if (!isOwnHost(request.headers.host, config))
      return refuse(421, 'MISDIRECTED_REQUEST', 'No site of that name is here.')
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (metrics.draining) reply.header('connection', 'close')
    // A client that is refused at once retries at once: a thousand refusals a second would take the time that signed-in people need.
    const isRefusal = reply.statusCode >= 400 && reply.statusCode < 500
    if (isRefusal && isBusy() && !connections.isKnown(request.raw.socket)) await pause(REFUSED_WHEN_BUSY_MS)
    return payload
  })
  app.addHook('onResponse', async (request, reply) => {
    metrics.observe(request, reply)
    if (reply.statusCode >= 500 && reply.statusCode !== 503 && reply.statusCode !== 504)
      log.error({
        id: request.id,
        method: request.method,
        url: request.url,
        status: reply.statusCode,
      })
  })
  return app
}

/** True if the address can be decoded. One that cannot matches no route, but must still pass the hooks that every answer goes through. */
function isReadable(url: string): boolean {
  try {
    decodeURI(url.split('?')[0]!)
    return true
  } catch {
    return false
  }
}
