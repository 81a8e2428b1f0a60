import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import cookies from '@fastify/cookie'
import helmet from '@fastify/helmet'
import { SmartCoercionPlugin } from '@orpc/json-schema'
import { OpenAPIHandler } from '@orpc/openapi/fastify'
import { ORPCError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fastify'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { dashboardOf } from '#core/access.ts'
import { ownZone } from '#core/plain-date.ts'
import type { SignIn } from '#database/demo-sign-ins.ts'
import { demoAccounts } from '#database/seeds/demo-accounts.ts'
import { serveUnsubscribe } from '#features/notifications/server/public.ts'
import {
  PaymentStandingCache,
  paymentsOf,
  serveBillingWebhook,
} from '#features/subscriptions/server/public.ts'
import { AccessTrail } from '#platform/server/access-trail.ts'
import { Admission } from '#platform/server/admission.ts'
import { ConcurrencyLimiter } from '#platform/server/concurrency-limiter.ts'
import { watchThreadLoad } from '#platform/server/busyness.ts'
import { sendUncheckedOutput } from '#platform/server/unchecked-output.ts'
import type { Config } from '#platform/server/config.ts'
import {
  Answers,
  Bodies,
  type ConnectionLimits,
  connectionLimits,
  Connections,
  isTrustedProxy,
} from '#platform/server/connection-limits.ts'
import { contentPolicy } from '#platform/server/content-policy.ts'
import { createPool } from '#platform/server/db.ts'
import type { RequestContext } from '#platform/server/guard.ts'
import { Listener } from '#platform/server/listen.ts'
import { ListsInQueries } from '#platform/server/lists-in-queries.ts'
import { createLog, type Log, logFailure } from '#platform/server/log.ts'
import { PasswordHasher } from '#platform/server/passwords.ts'
import { hashToken, SessionReader, type Viewer } from '#platform/server/session.ts'
import {
  addressBlock,
  BACKLOG,
  trustedProxies,
  canSharePort,
  isOwnHost,
  isPage,
  openMoreListeners,
  sessionCookies,
  sessionToken,
  zoneOf,
} from '#platform/server/http.ts'
import { PageRenderer } from '#platform/server/page-renderer.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import { createMetrics, type Metrics } from '#platform/server/metrics.ts'
import { withTimeLimit } from '#platform/server/time-left.ts'
import { serveWebApp } from '#platform/server/web-app.ts'
import { createApi, type Services, startBackground } from './api.ts'
import { serveApi } from './api-routes.ts'
import { prefetchQueries } from './prefetch-queries.ts'
import { pagePrefetches } from './page-prefetches.ts'
import { TaskRegistry } from '#platform/server/task-registry.ts'
import { SystemSettingsReader } from '#platform/server/system-settings.ts'
import { renderNotifications } from './notification-texts.ts'
import { openApiDocument, serveOpenApiDocument } from './openapi.ts'
import { isPageAddress } from './page-addresses.ts'
import { serveSiteFiles } from './site-files.ts'

export type ServerOptions = {
  config: Config
  /** How each database role logs in. */
  databaseUrls: { appRw: string; appAuth: string; worker: string }
  secrets: { pepper: string; saltKey: string }
  /** The encrypted file storage. */
  objects: ObjectStore
  /** Requests handled at once; further ones are asked to come back. */
  maxInFlight?: number
  /** Whether the server is busy; measured by default. Tests in the same thread would count as its work. */
  isBusy?: () => boolean
  /** How many of these may come from people who are not signed in; a quarter by default. */
  maxStrangersInFlight?: number
  /** For the control group of an experiment: takes a slot when the headers arrive, as before decision 044. */
  admitsFirst?: boolean
  /** For measurements: false leaves views, refusals and failed sign-ins unrecorded. */
  hasTrail?: boolean
  /** What one client may use; the product's own limits by default. */
  limits?: Partial<ConnectionLimits>
  /** How long (ms) the first answers of a page may take; code and styles take about as long to load. */
  answersMs?: number
  /** How long (ms) rendering a page may take. */
  renderingMs?: number
  /** The seeded accounts that exist; the demo accounts by default. */
  signIns?: readonly SignIn[]
  /** Where the log goes; standard output by default. */
  log?: Log
  /** The built web app; `dist/` by default. */
  webFolder?: string
}

export type RunningServer = { url: string; healthUrl: string; close(): Promise<void> }

/** While more requests than this are handled, they come first, and no page is rendered. */
const MAX_WHILE_RENDERING = 16
/** All methods that any address accepts; each address says which of them it accepts. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** Requests handled at once: enough to keep every connection busy; more would cost memory and slow the others down. */
const MAX_IN_FLIGHT = 32
/** Limits for reading sessions to learn who goes first; a request that gets no turn in time waits with those who are not signed in. */
const SESSION_READS = { most: 16, maxWaiting: 1_000, waitMs: 300 }
/** Database connections that stay open when idle, so that the first person in the morning does not wait for new ones. */
const KEPT_CONNECTIONS = 4
/** While the server is busy, someone who is not signed in waits this long (ms) for a refusal. */
const REFUSED_WHEN_BUSY_MS = 1_000

/** Starts one server process: requests, live updates, health on its own port and background work. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, databaseUrls, secrets } = options
  const log = options.log ?? createLog({ level: config.logLevel })
  const kept = KEPT_CONNECTIONS
  const pool = createPool({ url: databaseUrls.appRw, max: config.dbPoolSize, kept, name: 'placewell' })
  const authPool = createPool({ url: databaseUrls.appAuth, max: 6, kept, name: 'placewell sign-in' })
  const workerPool = createPool({
    url: databaseUrls.worker,
    max: 3,
    name: 'placewell worker',
    // All background work starts with the process, and on a busy machine the last connection waits for the others.
    waitMs: 20_000,
    queryTimeoutMs: 10_000,
  })
  // One statement of a job may be large: a whole file, a semester.
  const jobPool = createPool({
    url: databaseUrls.appRw,
    max: 3,
    name: 'placewell jobs',
    queryTimeoutMs: 300_000,
  })
  const listener = new Listener({
    url: databaseUrls.appRw,
    channels: [
      'person_changed',
      'session_changed',
      'notification',
      'mail_queued',
      'broadcast_queued',
      'message_sent',
      'job_queued',
      'job_changed',
      'shifts_opened',
      'seats_to_offer',
      'seats_to_recount',
      'file_opened',
      'settings_changed',
      'billing_changed',
      'seats_changed',
    ],
    log,
  })
  const sessions = new SessionReader(authPool)
  listener.on('person_changed', (userId) => sessions.forget(userId))
  listener.on('session_changed', (notice) => sessions.forgetNotice(notice))
  // They say whether the school is active.
  listener.on('billing_changed', () => sessions.forget())
  listener.on('reset', () => sessions.forget())

  const trail = new AccessTrail({ workerPool, log, secret: secrets.saltKey })
  const metrics = createMetrics({ pools: { pool, authPool, workerPool, jobPool }, trail })
  const closing = new AbortController()
  const payments = paymentsOf(config.stripe)
  const schools = new PaymentStandingCache({ workerPool, listener })
  const services: Services = {
    payments,
    config,
    log,
    pool,
    authPool,
    workerPool,
    jobPool,
    sessions,
    passwords: new PasswordHasher({ pepper: secrets.pepper }),
    saltKey: secrets.saltKey,
    pepper: secrets.pepper,
    objects: options.objects,
    listener,
    metrics,
    settings: new SystemSettingsReader({ workerPool, listener, config }),
    schools,
    tasks: new TaskRegistry(),
    renderNotification: renderNotifications(log),
    closing: closing.signal,
    ...(options.signIns && {
      demoPeople: demoAccounts.filter(({ email }) => options.signIns!.some((one) => one.email === email)),
    }),
  }
  const router = createApi(services)
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
  const isBusy = options.isBusy ?? watchThreadLoad()
  const maxInFlight = options.maxInFlight ?? MAX_IN_FLIGHT
  const admission = new Admission({
    max: maxInFlight,
    maxStrangers: options.maxStrangersInFlight ?? Math.ceil(maxInFlight / 4),
    // Waiting is cheap; refusals and retries are not.
    maxWaiting: 1_000,
    waitMs: 600,
    isBusy,
  })
  const limits = { ...connectionLimits, ...options.limits }
  const bodies = new Bodies(limits)
  const connections = new Connections(limits, isTrustedProxy(config.trustProxy))
  const secure = config.appUrl.startsWith('https:')

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

  /** The JSON that PostgreSQL wrote for the current answers. */
  const written = new WeakMap<FastifyReply, string>()
  const sessionReads = new ConcurrencyLimiter(SESSION_READS)
  const personBehind = async (request: FastifyRequest): Promise<Viewer | null> => {
    const token = sessionToken(request, secure)
    if (!token) return null
    const tokenHash = hashToken(token)
    const person = sessions.lastKnown(tokenHash) ?? (await sessionReads.take(() => sessions.read(tokenHash)))
    if (person) connections.know(request.raw.socket)
    return person
  }
  const contextOf = async (request: FastifyRequest, reply: FastifyReply): Promise<RequestContext> => {
    const cookieJar = sessionCookies(request, reply, secure)
    const token = cookieJar.read()
    const tokenHash = token ? hashToken(token) : null
    return {
      viewer: tokenHash ? await sessions.read(tokenHash) : null,
      tokenHash,
      pressedBy: headerOf(request, 'x-pressed-by'),
      asFile: headerOf(request, 'x-as-file') !== undefined,
      pool,
      requestId: request.id,
      address: request.ip,
      addressBlock: addressBlock(request.ip),
      userAgent: request.headers['user-agent'] ?? '',
      log,
      schools,
      ...(options.hasTrail !== false && { trail }),
      endAdmission: () => admission.leave(reply),
      sendRawJson: (json) => written.set(reply, json),
      cookies: cookieJar,
    }
  }

  await app.register(async (scope) =>
    serveApi(scope, {
      config,
      log,
      limits,
      bodies,
      answers: new Answers(limits),
      admission,
      admitsFirst: options.admitsFirst ?? false,
      contextOf,
      personBehind,
      sessionOf: (request) => sessionToken(request, secure),
      rpc: (...call) => rpc.handle(...call),
      rest: (...call) => rest.handle(...call),
      writtenOf: (reply) => written.get(reply),
    }),
  )
  await app.register(async (scope) =>
    serveOpenApiDocument(scope, () => openApiDocument(router, config.appUrl)),
  )
  serveSiteFiles(app, config, services.settings)
  await app.register(async (scope) => serveUnsubscribe(scope, { saltKey: secrets.saltKey, workerPool }))
  if (payments) await app.register(async (scope) => serveBillingWebhook(scope, { workerPool, payments, log }))
  const folder = options.webFolder ?? join(import.meta.dirname, '../dist')
  const renderer = new PageRenderer({
    file: join(folder, '.rendering/render-thread.mjs'),
    log,
    ...(options.renderingMs && { patienceMs: options.renderingMs }),
  })
  await serveWebApp(app, {
    folder,
    appUrl: config.appUrl,
    isPage: isPageAddress,
    partsAt: (path) => pagePrefetches[path]?.parts ?? [],
    hasSession: (request) => isPage(request) && sessionToken(request, secure) !== null,
    isRendered: (path) => path in pagePrefetches,
    // If the request would have to wait for a slot, sends the page alone, at once.
    answer: async (request, reply) => {
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
          patienceMs: options.answersMs ?? 400,
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
    },
  })

  await listener.start()
  const background = startBackground(services)
  const front = { host: config.host, port: config.port, backlog: BACKLOG, reusePort: canSharePort }
  await app.listen(front)
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const listeners = await openMoreListeners(app.server, { host: config.host, port })
  const health = await startHealth(config, {
    metrics,
    ready: () =>
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
  })

  let closed: Promise<void> | undefined
  return {
    url: config.port === 0 ? `http://${config.host}:${port}` : config.appUrl,
    healthUrl: `http://${config.host}:${(health.address() as { port: number }).port}`,
    close: () =>
      (closed ??= (async () => {
        // Readiness fails first, and clients are served until the load balancer has noticed.
        metrics.draining = true
        await new Promise((resolve) => setTimeout(resolve, config.drainMs))
        closing.abort()
        await Promise.all([lastAnswers(app, listeners), ...background.map((stop) => stop())])
        await renderer.close()
        bodies.close()
        await listener.close()
        await trail.close()
        metrics.close()
        await Promise.all([pool.end(), authPool.end(), workerPool.end(), jobPool.end()])
        health.close()
      })()),
  }
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
async function logUnforeseen<T>(call: {
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

/** Accepts no new connection, waits for the current answers (at most 8 s) and closes idle connections. */
async function lastAnswers(app: FastifyInstance, listeners: { close: () => Promise<void> }): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), 50)
  const enough = setTimeout(() => app.server.closeAllConnections(), 8_000)
  await Promise.all([app.close(), listeners.close()])
  clearInterval(idle)
  clearTimeout(enough)
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

type Health = { metrics: ReturnType<typeof createMetrics>; ready: () => Promise<boolean> }

/** Serves health on its own port, so that it answers at once while many requests wait on the other. */
function startHealth(config: Config, { metrics, ready }: Health): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: string, type = 'application/json') =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    if (request.url === '/health/live') return void answer(200, '{"status":"ok"}')
    if (request.url === '/health/ready') {
      if (metrics.draining) return void answer(503, '{"status":"draining"}')
      return void Promise.race([
        ready(),
        new Promise<boolean>((resolve) => setTimeout(resolve, 1_000, false)),
      ]).then((ok) => answer(ok ? 200 : 503, JSON.stringify({ status: ok ? 'ok' : 'database unreachable' })))
    }
    if (request.url === '/metrics') return void metrics.text().then((text) => answer(200, text, 'text/plain'))
    return void answer(404, '{"status":"unknown"}')
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.healthPort, config.host, () => resolve(server))
  })
}

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
