import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FakeData } from '../fake.ts'

type Instead = { status: number; body: string; headers?: Record<string, string> }
type Options = {
  data: FakeData
  tokens?: readonly string[]
  clients?: readonly { id: string; secret: string; refresh: string }[]
  port?: number
}

/**
 * A small server that implements the part of Canvas’s REST API that the product reads, for
 * tests and the demo. It pages with the Link header, asks to sign in again when a token
 * expires, and can be slow, down, rate-limited, or return something else.
 */
export async function startFakeCanvas({ data, tokens = [], clients = [], port = 0 }: Options) {
  const valid = new Set(tokens)
  const state = {
    data,
    delayMs: 0,
    /** How many responses say that the rate limit is reached. */
    limited: 0,
    retryAfter: undefined as string | undefined,
    /** Returned instead, for matching addresses. */
    instead: null as null | ((path: string) => Instead | null | Promise<Instead | null>),
    requests: [] as string[],
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url!, `https://${request.headers.host}`)
    state.requests.push(`${request.method} ${url.pathname}${url.search}`)
    const send = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    }
    if (state.delayMs > 0) await pause(state.delayMs)
    const instead = await state.instead?.(url.pathname)
    if (instead) return send(instead.status, instead.body, instead.headers)
    if (state.limited > 0) {
      state.limited--
      return send(403, '403 Forbidden (Rate Limit Exceeded)\n', {
        'content-type': 'text/plain',
        'x-rate-limit-remaining': '0.0',
        ...(state.retryAfter !== undefined && { 'retry-after': state.retryAfter }),
      })
    }
    if (request.method === 'POST' && url.pathname === '/login/oauth2/token')
      return send(...signIn(new URLSearchParams(await bodyOf(request))))
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
    if (!token || !valid.has(token))
      return send(
        401,
        { errors: [{ message: 'Invalid access token.' }] },
        { 'www-authenticate': 'Bearer realm="canvas-lms"' },
      )
    const found = find(url)
    if (found === null) return send(404, { errors: [{ message: 'The specified resource does not exist.' }] })
    if (!Array.isArray(found.rows)) return send(200, found.rows)
    const size = Math.min(100, Number(url.searchParams.get('per_page') ?? 10))
    const page = Number(url.searchParams.get('page') ?? 1)
    const last = Math.max(1, Math.ceil(found.rows.length / size))
    const at = (number: number, rel: string) => {
      const to = new URL(url)
      to.searchParams.set('page', String(number))
      return `<${to}>; rel="${rel}"`
    }
    const links = [
      at(page, 'current'),
      ...(page < last ? [at(page + 1, 'next')] : []),
      at(1, 'first'),
      at(last, 'last'),
    ]
    const rows = found.rows.slice((page - 1) * size, page * size)
    return send(200, found.key ? { [found.key]: rows } : rows, { link: links.join(',') })
  }

  function signIn(form: URLSearchParams): [number, object] {
    const client = clients.find(({ id }) => id === form.get('client_id'))
    if (client?.secret !== form.get('client_secret'))
      return [401, { error: 'invalid_client', error_description: 'unknown client' }]
    if (form.get('grant_type') !== 'refresh_token' || client.refresh !== form.get('refresh_token'))
      return [400, { error: 'invalid_grant', error_description: 'refresh_token not found' }]
    const access_token = `1~${randomUUID()}`
    valid.add(access_token)
    return [
      200,
      { access_token, token_type: 'Bearer', expires_in: 3600, user: { id: 1, name: 'Placewell reader' } },
    ]
  }

  function find(url: URL): { rows: unknown; key?: string } | null {
    const { account, terms, courses, sections, users, enrollments } = state.data
    const [, , , what, id, list] = url.pathname.split('/')
    const isAccount = what === 'accounts' && (id === 'self' || id === account.id)
    if (isAccount && list === undefined) return { rows: { ...account, workflow_state: 'active' } }
    if (isAccount && list === 'terms')
      return { rows: terms.map((one) => ({ ...one, workflow_state: 'active' })), key: 'enrollment_terms' }
    if (isAccount && list === 'courses') {
      const term = url.searchParams.get('enrollment_term_id')
      return {
        rows: courses
          .filter((one) => !term || one.enrollment_term_id === term)
          .map((one) => ({ ...one, workflow_state: 'available' })),
      }
    }
    if (what !== 'courses' || !courses.some((one) => one.id === id)) return null
    const own = sections.filter((one) => one.course_id === id)
    if (list === 'sections') return { rows: own }
    if (list !== 'users') return null
    const states = url.searchParams.getAll('enrollment_state[]')
    const includes = url.searchParams.getAll('include[]')
    return {
      rows: users.flatMap(({ email = null, ...user }) => {
        const theirs = enrollments.filter(
          (one) =>
            one.user_id === user.id &&
            own.some(({ id: section }) => section === one.section_id) &&
            (states.length === 0 || states.includes(one.state ?? 'active')),
        )
        if (theirs.length === 0) return []
        return [
          {
            ...user,
            sortable_name: user.name,
            ...(includes.includes('email') && { email }),
            ...(includes.includes('enrollments') && {
              enrollments: theirs.map((one) => ({
                course_id: id,
                course_section_id: one.section_id,
                type: 'StudentEnrollment',
                enrollment_state: one.state ?? 'active',
              })),
            }),
          },
        ]
      }),
    }
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    state,
    /** Expires all issued tokens, as after an hour. */
    expireTokens: () => valid.clear(),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
export type FakeCanvas = Awaited<ReturnType<typeof startFakeCanvas>>

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}
