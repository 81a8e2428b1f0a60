import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AccessTrail } from '#platform/server/access-trail.ts'
import type { Admission } from '#platform/server/admission.ts'
import { ConcurrencyLimiter } from '#platform/server/concurrency-limiter.ts'
import type { Connections } from '#platform/server/connection-limits.ts'
import type { RequestContext } from '#platform/server/guard.ts'
import { addressBlock, sessionCookies, sessionToken } from '#platform/server/http.ts'
import { hashToken, type SessionReader, type Viewer } from '#platform/server/session.ts'

type Options = Pick<RequestContext, 'pool' | 'log' | 'schools'> & {
  sessions: SessionReader
  connections: Connections
  admission: Admission
  /** Undefined if nothing is to be recorded. */
  trail: AccessTrail | undefined
  secure: boolean
}

/** Limits for reading sessions to learn who goes first; a request that gets no turn in time waits with those who are not signed in. */
const SESSION_READS = { most: 16, maxWaiting: 1_000, waitMs: 300 }

/** Reads who makes a request, and what the handlers get to know about it. */
export function requestReader(options: Options) {
  const { sessions, connections, admission, pool, log, schools, trail, secure } = options
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
      ...(trail && { trail }),
      endAdmission: () => admission.leave(reply),
      sendRawJson: (json) => written.set(reply, json),
      cookies: cookieJar,
    }
  }
  return {
    personBehind,
    contextOf,
    sessionOf: (request: FastifyRequest): string | null => sessionToken(request, secure),
    writtenOf: (reply: FastifyReply): string | undefined => written.get(reply),
  }
}

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
