import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer, isIPv6 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { announcesBody } from './connection-limits.ts'

/** The /24 (IPv4) or /64 (IPv6) an address lies in: what throttles count by. */
export function addressBlock(address: string | undefined): string {
  // A caller who hung up before being looked at has no address any more.
  if (!address) return 'gone'
  const v4 = /(\d+\.\d+\.\d+)\.\d+$/.exec(address)
  if (v4) return `${v4[1]}.0/24`
  const [head = '', tail] = address.split('::')
  const groups =
    tail === undefined ? head.split(':') : [...head.split(':').filter(Boolean), ...Array<string>(8).fill('0')]
  return `${groups.slice(0, 4).join(':')}::/64`
}

/**
 * Whom Fastify believes about where a request came from: no one, the nearest n proxies (hop 0 is the one that holds the
 * connection), or a list of addresses. One hop more, and callers could name any address they like.
 */
export function believedProxies(
  trustProxy: false | number | string[],
): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof trustProxy === 'number' ? (_, hop) => hop < trustProxy : trustProxy
}

/**
 * Was this request made by another site's page? Browsers say so in Sec-Fetch-Site and Origin, and nothing but our own origin
 * may be named (over plain http, where the product is tried out, also the host that was called).
 */
export function cameFromElsewhere(request: FastifyRequest, appUrl: string): boolean {
  const { origin, host } = request.headers
  const isTrial = appUrl.startsWith('http:')
  if (origin !== undefined && origin !== new URL(appUrl).origin && !(isTrial && origin === `http://${host}`))
    return true
  const site = request.headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** Does a request that may change something carry anything but JSON? Forms of other sites can send nothing else. */
export function carriesOtherThanJson(request: FastifyRequest): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false
  const type = request.headers['content-type']
  return type === undefined ? announcesBody(request) : !/^application\/json\s*(;|$)/i.test(type)
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/**
 * Is this Host header one of our own names: that of APP_URL, a loopback name, or the one address that HOST listens on? A
 * page whose name someone made point here (DNS rebinding) carries its own, and would pass for the same origin.
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

/** Past the usual 511 the system drops connections, and browsers try again only after seconds. */
export const BACKLOG = 4_096

/** Can several sockets listen on one port here, with connections shared out among them? */
export const canSharePort = process.platform === 'linux'

/** With fifteen, the last of a thousand who came at once were let in after four seconds. */
const MORE_LISTENERS = 127

/**
 * More listeners to a server that listens with `reusePort`: Node lets one connection through each listener every time its loop comes
 * round, which under load is a few dozen a second, and anyone who knocks for the first time would wait for many seconds.
 * `close` shuts them and resolves when everyone who came in has gone.
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

/** Is it a page that the browser will show, and no part of another's? Who cannot tell is believed: no other site sees what comes. */
export function isPage({ headers }: FastifyRequest): boolean {
  return (headers['sec-fetch-dest'] ?? 'document') === 'document'
}

/** The time zone that the browser's page wrote down (platform/web/own-zone.ts); null where it has not. */
export function zoneOf({ cookies }: FastifyRequest): string | null {
  const zone = cookies['placewell-zone']
  try {
    return zone ? new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone : null
  } catch {
    return null
  }
}

/** The session's token that a request carries, or null. */
export function sessionToken({ cookies }: FastifyRequest, secure: boolean): string | null {
  return cookies[sessionName(secure)] ?? null
}

/** The name of the cookie that carries the session's token. */
export const sessionName = (secure: boolean): string => `${secure ? '__Host-' : ''}placewell`

/** The cookies of one request: the session in a __Host- cookie over HTTPS (plain http://localhost cannot carry one). */
export function sessionCookies(request: FastifyRequest, reply: FastifyReply, secure: boolean) {
  const prefix = secure ? '__Host-' : ''
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  const session = sessionName(secure)
  const device = `${prefix}placewell-device`
  const signUp = `${prefix}placewell-sign-up`
  return {
    read: () => sessionToken(request, secure),
    startSession(token: string, expiresAt: Date) {
      // The session may be renewed on the server; the cookie lives as long as a session ever can.
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
      // As long as the link in the mail.
      reply.setCookie(signUp, value, { ...options, maxAge: 86_400 })
    },
  }
}
