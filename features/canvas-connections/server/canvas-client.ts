import { request as requestPlain } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { lookup, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import type { Failure, FailureCode } from '../contract.ts'
import type { SeenPerson } from '../rules.ts'

/** The credentials for a Canvas. */
export type CanvasSecret = {
  access_token?: string | undefined
  client_secret?: string | undefined
  refresh_token?: string | undefined
}
export type CanvasSettings = {
  /** A server that stands in for every host under `.example`, for tests and the demo; no other address may lead to this machine. */
  standIn?: string | undefined
  /** The timeout of one response, in milliseconds. */
  patienceMs?: number
  /** Waits when Canvas asks for it; tests only record how long. */
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>
}
type Signing = {
  base_url: string
  account: string
  auth: 'oauth2' | 'token'
  client_id: string | null
  secret: CanvasSecret
  signal: AbortSignal
}

export type CanvasTermFound = {
  canvas_id: string
  name: string
  starts_on: string | null
  ends_on: string | null
}
export type CanvasCourseFound = { canvas_id: string; name: string; code: string | null; term_id: string }
export type CanvasSectionFound = { canvas_id: string; name: string; sis_id: string | null }

/** Canvas could not be read: why, and during which request. */
export class CanvasFailed extends Error {
  override name = 'CanvasFailed'
  readonly failure: Failure
  constructor(code: FailureCode, what: string, host?: string) {
    super(`${code}: ${what}`)
    this.failure = { code, what, ...(host !== undefined && { host }) }
  }
}

const PATIENCE_MS = 10_000
const PAUSE_MS = 1_000
/** The longest wait for Canvas’s rate limit, and the most tries. */
const LONGEST_PAUSE_MS = 60_000
const MAX_TRIES = 5
const MAX_BYTES = 5_000_000
const MAX_PAGES = 500
const PAGE = 100

/** Addresses outside the public internet: this machine, private and special networks (RFC 6890). */
const special = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(network, bits, 'ipv4')
/** For IPv6, only addresses assigned to the internet (2000::/3), except those that embed other addresses. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')
const carrying = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  carrying.addSubnet(network, bits, 'ipv6')

/** True if an address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !special.check(address, 'ipv4')
  return family === 6 && global.check(address, 'ipv6') && !carrying.check(address, 'ipv6')
}

class NotPublic extends Error {}

/**
 * Resolves a host for a connection: refuses addresses outside the public
 * internet at the lookup itself, so that a second lookup cannot differ.
 */
const publicLookup: LookupFunction = (host, options, answer) =>
  lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return answer(error, '')
    const isInside = found.length === 0 || found.some(({ address }) => !isPublicAddress(address))
    if (isInside) return answer(new NotPublic(host), '')
    if (options.all) return answer(null, found)
    return answer(null, found[0]!.address, found[0]!.family)
  })

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string }
type Asked = { method: 'GET' | 'POST'; headers: Record<string, string>; body?: string | undefined }

/** One request, without following redirects, with limits on time and length. Throws CanvasFailed. */
async function askOnce(
  url: URL,
  asked: Asked,
  what: string,
  signal: AbortSignal,
  { standIn, patienceMs = PATIENCE_MS }: CanvasSettings,
): Promise<Answer> {
  const inside = standIn && url.hostname.endsWith('.example') ? new URL(standIn) : null
  if (!inside && url.protocol !== 'https:') throw new CanvasFailed('not_public', what)
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (!inside && isIP(literal) && !isPublicAddress(literal)) throw new CanvasFailed('not_public', what)
  const target = inside ? new URL(url.pathname + url.search, inside) : url
  const timed = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)])
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const send = target.protocol === 'https:' ? requestSecurely : requestPlain
      const out = send(
        target,
        {
          method: asked.method,
          headers: { ...asked.headers, host: url.host },
          signal: timed,
          agent: false,
          ...(!inside && { lookup: publicLookup }),
        },
        (response) => {
          const parts: Buffer[] = []
          let length = 0
          response.on('data', (part: Buffer) => {
            length += part.length
            if (length > MAX_BYTES) {
              reject(new CanvasFailed('too_long', what))
              response.destroy()
            } else parts.push(part)
          })
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(parts).toString(),
            }),
          )
          response.on('error', reject)
        },
      )
      out.on('error', reject)
      out.end(asked.body)
    })
  } catch (error) {
    if (error instanceof CanvasFailed || signal.aborted) throw error
    if (timed.aborted) throw new CanvasFailed('slow', what)
    throw new CanvasFailed(error instanceof NotPublic ? 'not_public' : 'away', what)
  }
}

const isLimited = ({ status, text }: Answer): boolean =>
  status === 429 || (status === 403 && /rate limit exceeded/i.test(text.slice(0, 1_000)))

/** How long Canvas asks to wait, in milliseconds, from seconds or a date. */
function pauseAsked({ headers }: Answer): number | null {
  const said = headers['retry-after']
  if (typeof said !== 'string') return null
  const seconds = /^\d+$/.test(said.trim()) ? Number(said) : (Date.parse(said) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1_000) : null
}

const idText = z.union([z.string().min(1).max(60), z.number().int()]).transform(String)
const short = (most: number) =>
  z
    .string()
    .nullish()
    .transform((said) => said?.trim().slice(0, most) || null)
const named = short(300).transform((name) => name ?? 'Without a name')
const day = z
  .string()
  .nullish()
  .transform((at) => (at && /^\d{4}-\d{2}-\d{2}/.test(at) ? at.slice(0, 10) : null))
const accountShape = z.object({ id: idText, name: named })
const termShape = z.object({
  id: idText,
  name: named,
  start_at: day,
  end_at: day,
  workflow_state: z.string().nullish(),
})
const termsShape = z
  .object({ enrollment_terms: z.array(termShape) })
  .transform(({ enrollment_terms }) => enrollment_terms)
const courseShape = z.object({
  id: idText,
  name: named,
  course_code: short(300),
  enrollment_term_id: idText,
  workflow_state: z.string().nullish(),
})
const sectionShape = z.object({ id: idText, name: named, sis_section_id: short(300) })
const userShape = z.object({
  id: idText,
  name: named,
  sis_user_id: short(300),
  login_id: short(300),
  email: short(300),
  enrollments: z
    .array(
      z.object({
        course_section_id: idText,
        type: z.string().nullish(),
        enrollment_state: z.string().nullish(),
      }),
    )
    .default([]),
})
const tokenShape = z.object({ access_token: z.string().min(1) })

/** The address of the next page from the Link header (RFC 8288); null on the last. */
export function nextPage(link: string | string[] | undefined): string | null {
  for (const part of (Array.isArray(link) ? link.join(',') : (link ?? '')).split(/,\s*(?=<)/)) {
    const found = /^\s*<([^>]*)>(.*)$/.exec(part)
    if (found && /;\s*rel="?next"?/i.test(found[2]!)) return found[1]!
  }
  return null
}

/**
 * A client of one Canvas's REST API. It only contacts its own, public address,
 * follows no redirect, waits when Canvas asks for it, and signs in again once when a
 * token has expired. Errors are CanvasFailed; it logs nothing.
 */
export function openCanvas(signing: Signing, settings: CanvasSettings = {}) {
  const base = new URL(signing.base_url)
  const waiting = settings.wait ?? ((ms: number, signal: AbortSignal) => pause(ms, undefined, { signal }))
  let token = signing.auth === 'token' ? signing.secret.access_token : undefined

  /** Repeats a request until Canvas is below its rate limit. */
  async function ask(url: URL, asked: Asked, what: string): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      const answer = await askOnce(url, asked, what, signing.signal, settings)
      if (!isLimited(answer)) return answer
      const wait = pauseAsked(answer) ?? PAUSE_MS * 2 ** (tries - 1)
      if (tries >= MAX_TRIES || wait > LONGEST_PAUSE_MS) throw new CanvasFailed('busy', what)
      await waiting(wait, signing.signal)
    }
  }

  /** A new access token from the refresh token. */
  async function refresh(): Promise<string> {
    const { client_secret = '', refresh_token = '' } = signing.secret
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: signing.client_id ?? '',
      client_secret,
      refresh_token,
    })
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
    const answer = await ask(
      new URL('/login/oauth2/token', base),
      { method: 'POST', headers, body: body.toString() },
      'the sign-in',
    )
    if (answer.status === 400 || answer.status === 401)
      throw new CanvasFailed(
        /invalid_client/.test(answer.text) ? 'client_refused' : 'token_refused',
        'the sign-in',
      )
    return read(answer, tokenShape, 'the sign-in').access_token
  }

  async function get(url: URL, what: string): Promise<Answer> {
    for (let isAgain = false; ; isAgain = true) {
      token ??= await refresh()
      // Makes Canvas return ids as text: some are too large for a JavaScript number.
      const headers = { authorization: `Bearer ${token}`, accept: 'application/json+canvas-string-ids' }
      const answer = await ask(url, { method: 'GET', headers }, what)
      if (answer.status !== 401) return answer
      // For a page the caller may not see, Canvas also returns 401, but without this header.
      if (answer.headers['www-authenticate'] === undefined) throw new CanvasFailed('not_allowed', what)
      if (signing.auth === 'token' || isAgain) throw new CanvasFailed('token_refused', what)
      token = undefined
    }
  }

  function read<T>(answer: Answer, shape: z.ZodType<T>, what: string): T {
    const { status, headers } = answer
    if (status >= 300 && status < 400)
      throw new CanvasFailed('redirected', what, hostOf(headers['location'], base))
    if (status === 403) throw new CanvasFailed('not_allowed', what)
    if (status === 404) throw new CanvasFailed('missing', what)
    if (status >= 500) throw new CanvasFailed('broken', what)
    if (status !== 200) throw new CanvasFailed('not_canvas', what)
    const found = shape.safeParse(parsed(answer.text))
    if (!found.success) throw new CanvasFailed('not_canvas', what)
    return found.data
  }

  /** All pages of a list. */
  async function* list<T>(
    path: string,
    words: readonly (readonly [string, string])[],
    shape: z.ZodType<T[]>,
    what: string,
  ) {
    let url = new URL(`/api/v1/${path}`, base)
    for (const [name, value] of [...words, ['per_page', String(PAGE)] as const])
      url.searchParams.append(name, value)
    for (let pages = 1; ; pages++) {
      const answer = await get(url, what)
      yield* read(answer, shape, what)
      const next = nextPage(answer.headers['link'])
      if (next === null) return
      if (pages >= MAX_PAGES) throw new CanvasFailed('too_long', what)
      const to = URL.canParse(next, url.href) ? new URL(next, url.href) : null
      // A token is sent to no other host, whatever a page says.
      if (to?.origin !== base.origin) throw new CanvasFailed('redirected', what, to?.host)
      url = to
    }
  }
  const account = encodeURIComponent(signing.account)

  return {
    account: async () =>
      read(
        await get(new URL(`/api/v1/accounts/${account}`, base), 'the account'),
        accountShape,
        'the account',
      ),

    async terms(): Promise<CanvasTermFound[]> {
      const found: CanvasTermFound[] = []
      for await (const one of list(`accounts/${account}/terms`, [], termsShape, 'the terms'))
        if (one.workflow_state !== 'deleted')
          found.push({ canvas_id: one.id, name: one.name, starts_on: one.start_at, ends_on: one.end_at })
      return found
    },

    async courses(termId: string): Promise<CanvasCourseFound[]> {
      const found: CanvasCourseFound[] = []
      for await (const one of list(
        `accounts/${account}/courses`,
        [['enrollment_term_id', termId]],
        z.array(courseShape),
        'the courses',
      ))
        if (one.workflow_state !== 'deleted')
          found.push({
            canvas_id: one.id,
            name: one.name,
            code: one.course_code,
            term_id: one.enrollment_term_id,
          })
      return found
    },

    async sections({ canvas_id, name }: CanvasCourseFound): Promise<CanvasSectionFound[]> {
      const found: CanvasSectionFound[] = []
      for await (const one of list(
        `courses/${canvas_id}/sections`,
        [],
        z.array(sectionShape),
        `the sections of ${name}`,
      ))
        found.push({ canvas_id: one.id, name: one.name, sis_id: one.sis_section_id })
      return found
    },

    /** The students of a course with email, which enrollments lack. */
    async students(course: { id: string; name: string }): Promise<SeenPerson[]> {
      const words = [
        ['enrollment_type[]', 'student'],
        ['enrollment_state[]', 'active'],
        ['enrollment_state[]', 'invited'],
        ['include[]', 'email'],
        ['include[]', 'enrollments'],
      ] as const
      const found: SeenPerson[] = []
      for await (const one of list(
        `courses/${course.id}/users`,
        words,
        z.array(userShape),
        `the people of ${course.name}`,
      ))
        found.push({
          canvas_id: one.id,
          name: one.name,
          sis_id: one.sis_user_id,
          login_id: one.login_id,
          email: one.email,
          section_ids: one.enrollments
            .filter(
              ({ type, enrollment_state: state }) =>
                (type ?? 'StudentEnrollment') === 'StudentEnrollment' &&
                ['active', 'invited', null, undefined].includes(state),
            )
            .map(({ course_section_id: id }) => id),
        })
      return found
    },
  }
}
export type Canvas = ReturnType<typeof openCanvas>

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function hostOf(location: string | string[] | undefined, base: URL): string | undefined {
  const to =
    typeof location === 'string' && URL.canParse(location, base.href) ? new URL(location, base.href) : null
  return to && to.host !== base.host ? to.host : undefined
}
