import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer, isIPv6 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { hasBody } from './connection-limits.ts'

/** The /24 (IPv4) or /64 (IPv6) that contains an address, by which throttles count. */
export function addressBlock(address: string | undefined): string {
  // A caller who hung up early no longer has an address.
  if (!address) return 'gone'
  const v4 = /(\d+\.\d+\.\d+)\.\d+$/.exec(address)
  if (v4) return `${v4[1]}.0/24`
  const [head = '', tail] = address.split('::')
  const groups =
    tail === undefined ? head.split(':') : [...head.split(':').filter(Boolean), ...Array<string>(8).fill('0')]
  return `${groups.slice(0, 4).join(':')}::/64`
}

/**
 * The proxies that Fastify trusts about where a request came from: none, the nearest n (hop 0 holds the connection), or a list of
 * addresses. With one hop more, callers could claim any address.
 */
export function trustedProxies(
  trustProxy: false | number | string[],
): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof trustProxy === 'number' ? (_, hop) => hop < trustProxy : trustProxy
}

/**
 * True if another site's page made this request. Browsers say so in Sec-Fetch-Site and Origin, which may only name our own origin (over
 * plain http, which is for trials, also the called host).
 */
export function isCrossSite(request: FastifyRequest, appUrl: string): boolean {
  const { origin, host } = request.headers
  const isTrial = appUrl.startsWith('http:')
  if (origin !== undefined && origin !== new URL(appUrl).origin && !(isTrial && origin === `http://${host}`))
    return true
  const site = request.headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** True if a request that may change something carries anything but JSON, because forms of other sites cannot send JSON. */
export function hasNonJsonBody(request: FastifyRequest): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false
  const type = request.headers['content-type']
  return type === undefined ? hasBody(request) : !/^application\/json\s*(;|$)/i.test(type)
}

/** True if an If-None-Match header names the version with this entity tag, which then need not be sent again. Proxies that compress make a tag weak. */
export function isHeld(header: string | undefined, etag: string): boolean {
  const strong = (tag: string): string => tag.trim().replace(/^W\//, '')
  return header?.split(',').some((tag) => ['*', strong(etag)].includes(strong(tag))) ?? false
}

/** The first of the codings that an Accept-Encoding header accepts; undefined if the answer goes out as it is. */
export function codingFor<Coding extends 'br' | 'gzip'>(
  header = '',
  codings: readonly Coding[] = ['br', 'gzip'] as Coding[],
): Coding | undefined {
  const accepted = header.split(',').flatMap((each) => {
    const [name = '', quality = ''] = each.toLowerCase().split(';')
    return /^\s*q=0(\.0*)?\s*$/.test(quality) ? [] : [name.trim()]
  })
  return codings.find((one) => accepted.includes(one))
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * True if this Host header is one of our own names: that of APP_URL, a loopback name, or the one address that HOST listens on. A page whose
 * domain was made to point here (DNS rebinding) sends its own name and would pass for the same origin.
 */
export function isOwnHost(
  header: string | undefined,
  { appUrl, host }: { appUrl: string; host: string },
): boolean {
  const [, name] = /^(\[[\da-f:.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(header ?? '') ?? []
  if (name === undefined) return false
  const listened = host === '0.0.0.0' || host === '::' ? [] : [isIPv6(host) ? `[${host}]` : host]
  return [new URL(appUrl).hostname, ...LOOPBACK, ...listened].includes(name.toLowerCase())
}

/** Beyond the usual 511 the system drops connections, and browsers retry only after seconds. */
export const BACKLOG = 4_096

/** Whether several sockets can listen on one port here, with connections distributed among them. */
export const canSharePort = process.platform === 'linux'

/** With fifteen, the last of a thousand simultaneous connections was accepted after four seconds. */
const MORE_LISTENERS = 127

/**
 * Adds listeners to a server that listens with `reusePort`: Node accepts one connection per listener in each turn of its event loop, which
 * under load is a few dozen a second, so new connections would wait many seconds. `close` shuts them and resolves when all their
 * connections are closed.
 */
export async function openMoreListeners(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<{ close: () => Promise<void> }> {
  const listeners = await Promise.all(
    Array.from({ length: canSharePort ? MORE_LISTENERS : 0 }, async () => {
      const listener = createServer({ noDelay: true }, (socket) => server.emit('connection', socket))
      listener.listen({ host, port, backlog: BACKLOG, reusePort: true })
      await once(listener, 'listening')
      return listener
    }),
  )
  return {
    async close() {
      await Promise.all(listeners.map((listener) => new Promise((resolve) => listener.close(resolve))))
    },
  }
}

/**
 * True if the request loads a page that the browser will show on its own, not inside another. A missing header counts as true, because no
 * other site sees the answer.
 */
export function isPage({ headers }: FastifyRequest): boolean {
  return (headers['sec-fetch-dest'] ?? 'document') === 'document'
}

/** The time zone that the browser's page stored (platform/web/own-zone.ts); null if it has not. */
export function zoneOf({ cookies }: FastifyRequest): string | null {
  const zone = cookies['placewell-zone']
  try {
    return zone ? new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone : null
  } catch {
    return null
  }
}

/** The session token in a request, or null. */
export function sessionToken({ cookies }: FastifyRequest, secure: boolean): string | null {
  return cookies[sessionName(secure)] ?? null
}

/** The name of the cookie that holds the session token. */
export const sessionName = (secure: boolean): string => `${secure ? '__Host-' : ''}placewell`

/** The cookies of one request: the session is a __Host- cookie over HTTPS (plain http://localhost cannot have one). */
export function sessionCookies(request: FastifyRequest, reply: FastifyReply, secure: boolean) {
  const prefix = secure ? '__Host-' : ''
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  const session = sessionName(secure)
  const device = `${prefix}placewell-device`
  const signUp = `${prefix}placewell-sign-up`
  return {
    read: () => sessionToken(request, secure),
    startSession(token: string, expiresAt: Date) {
      // The server may renew the session, so the cookie lasts as long as a session can.
      reply.setCookie(session, token, {
        ...options,
        expires: new Date(Math.max(+expiresAt, Date.now() + 7 * 86_400_000)),
      })
    },
    endSession() {
      reply.clearCookie(session, options)
    },
    readDevice: () => request.cookies[device] ?? null,
    rememberDevice(value: string) {
      reply.setCookie(device, value, { ...options, maxAge: 180 * 86_400 })
    },
    readSignUp: () => request.cookies[signUp] ?? null,
    rememberSignUp(value: string) {
      // As long as the link in the email.
      reply.setCookie(signUp, value, { ...options, maxAge: 86_400 })
    },
  }
}
