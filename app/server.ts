import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
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
import { watchThreadLoad } from '#platform/server/busyness.ts'
import type { Config } from '#platform/server/config.ts'
import {
  Answers,
  Bodies,
  type ConnectionLimits,
  connectionLimits,
  Connections,
  isTrustedProxy,
} from '#platform/server/connection-limits.ts'
import { BACKLOG, canSharePort, isPage, openMoreListeners, sessionToken } from '#platform/server/http.ts'
import { Listener } from '#platform/server/listen.ts'
import { createLog, type Log } from '#platform/server/log.ts'
import { createMetrics } from '#platform/server/metrics.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import { PageRenderer } from '#platform/server/page-renderer.ts'
import { PasswordHasher } from '#platform/server/passwords.ts'
import { SessionReader } from '#platform/server/session.ts'
import { SystemSettingsReader } from '#platform/server/system-settings.ts'
import { TaskRegistry } from '#platform/server/task-registry.ts'
import { serveWebApp } from '#platform/server/web-app.ts'
import { createApi, type Services, startBackground } from './api.ts'
import { serveApi } from './api-routes.ts'
import { callHandlers } from './call-handlers.ts'
import { startHealth } from './health.ts'
import { createHttpApp } from './http-app.ts'
import { renderNotifications } from './notification-texts.ts'
import { openApiDocument, serveOpenApiDocument } from './openapi.ts'
import { isPageAddress } from './page-addresses.ts'
import { pageAnswers } from './page-answers.ts'
import { pagePrefetches } from './page-prefetches.ts'
import { openPools } from './pools.ts'
import { requestReader } from './request-context.ts'
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

/** Requests handled at once: enough to keep every connection busy; more would cost memory and slow the others down. */
const MAX_IN_FLIGHT = 32

/** Starts one server process: requests, live updates, health on its own port and background work. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, databaseUrls, secrets } = options
  const log = options.log ?? createLog({ level: config.logLevel })
  const pools = openPools(config, databaseUrls)
  const { pool, authPool, workerPool } = pools
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
  const sessions = new SessionReader(authPool, listener)
  listener.on('person_changed', (userId) => sessions.forget(userId))
  listener.on('session_changed', (notice) => sessions.forgetNotice(notice))
  // They say whether the school is active.
  listener.on('billing_changed', () => sessions.forget())
  listener.on('reset', () => sessions.forget())

  const trail = new AccessTrail({ workerPool, log, secret: secrets.saltKey })
  const metrics = createMetrics({ pools, trail })
  const closing = new AbortController()
  const payments = paymentsOf(config.stripe)
  const schools = new PaymentStandingCache({ workerPool, listener })
  const services: Services = {
    payments,
    config,
    log,
    ...pools,
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
  const { rpc, rest } = callHandlers(router, metrics)
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

  const app = await createHttpApp({ config, log, limits, connections, metrics, isBusy, secure })
  const requests = requestReader({
    sessions,
    connections,
    admission,
    pool,
    log,
    schools,
    secure,
    trail: options.hasTrail === false ? undefined : trail,
  })

  await app.register(async (scope) =>
    serveApi(scope, {
      config,
      log,
      limits,
      bodies,
      answers: new Answers(limits),
      admission,
      admitsFirst: options.admitsFirst ?? false,
      ...requests,
      rpc: (...call) => rpc.handle(...call),
      rest: (...call) => rest.handle(...call),
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
    answer: pageAnswers({
      ...requests,
      router,
      admission,
      renderer,
      log,
      answersMs: options.answersMs ?? 400,
    }),
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
        await Promise.all(Object.values(pools).map((one) => one.end()))
        health.close()
      })()),
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
