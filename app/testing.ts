import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { isContractProcedure } from '@orpc/contract'
import type * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { readConfig } from '#platform/server/config.ts'
import type { ConnectionLimits } from '#platform/server/connection-limits.ts'
import { createLog } from '#platform/server/log.ts'
import { newToken } from '#platform/server/session.ts'
import { contract } from './contract.ts'
import { type RunningServer, startServer } from './server.ts'

export type Request = {
  method?: string
  path: string
  /** Undefined leaves out a header that would be sent automatically. */
  headers?: Record<string, string | undefined>
  /** Sent as JSON unless it is text or bytes. */
  body?: unknown
  /** The session's token, as the browser stores it. */
  token?: string | null
  timeoutMs?: number
}
export type Answer = {
  status: number
  headers: IncomingHttpHeaders
  /** Every header as it was sent, including repeated ones. */
  head: string
  text: string
  json: unknown
  milliseconds: number
}

/**
 * The whole product on a test database of its own, with an HTTP client that shows everything: for tests and benchmarks of what can be seen
 * from outside. Settings are those of the environment, by their names. A given fixture becomes the product's, and ends with it.
 */
export async function startProduct(
  options: {
    env?: Record<string, string>
    logTo?: NodeJS.WritableStream
    maxInFlight?: number
    maxStrangersInFlight?: number
    limits?: Partial<ConnectionLimits>
    fixture?: Fixture
    webFolder?: string
  } = {},
): Promise<Product> {
  const fixture = options.fixture ?? (await createFixture())
  const config = readConfig({ NODE_ENV: 'test', PORT: '0', ...options.env })
  const server = await startServer({
    config,
    databaseUrls: {
      appRw: fixture.database.urlFor('app_rw'),
      appAuth: fixture.database.urlFor('app_auth'),
      worker: fixture.database.urlFor('app_worker'),
    },
    secrets: { pepper: 'pepper-in-tests', saltKey: fixture.saltKey },
    objects: fixture.objects,
    answersMs: 10_000,
    isBusy: () => false,
    log: createLog(options.logTo ? { level: 'trace', to: options.logTo } : { level: 'silent' }),
    ...(options.maxInFlight === undefined ? {} : { maxInFlight: options.maxInFlight }),
    ...(options.maxStrangersInFlight === undefined
      ? {}
      : { maxStrangersInFlight: options.maxStrangersInFlight }),
    ...(options.limits && { limits: options.limits }),
    ...(options.webFolder && { webFolder: options.webFolder }),
  })
  return new Product(fixture, server, config.appUrl.startsWith('https:'))
}

/** A running product and the people in it. */
export class Product {
  readonly fixture: Fixture
  readonly server: RunningServer
  readonly cookie: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 512 })

  constructor(fixture: Fixture, server: RunningServer, isSecure: boolean) {
    this.fixture = fixture
    this.server = server
    this.cookie = isSecure ? '__Host-placewell' : 'placewell'
  }

  /** A session of a person, with the token that only the browser has. */
  async session(person: Pick<Person, 'id'>): Promise<string> {
    const { token, hash } = newToken()
    await this.fixture.rows(
      `insert into priv.sessions (token_hash, user_id, expires_at) values ($1, $2, now() + interval '24 hours')`,
      [hash, person.id],
    )
    return token
  }

  /** One request and its complete answer; an event stream is read until it has been silent for a moment. Throws after `timeoutMs`. */
  send({ method = 'GET', path, headers = {}, body, token, timeoutMs = 10_000 }: Request): Promise<Answer> {
    const isRaw = body === undefined || typeof body === 'string' || body instanceof Uint8Array
    const bytes = isRaw ? body : JSON.stringify(body)
    const began = performance.now()
    return new Promise((resolve, reject) => {
      const call = request(
        new URL(this.server.url).origin,
        {
          path,
          method,
          agent: this.#agent,
          headers: defined({
            ...(bytes === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(bytes) }),
            ...(token ? { cookie: `${this.cookie}=${token}` } : {}),
            ...headers,
          }),
        },
        (response) => {
          const chunks: Buffer[] = []
          const finish = (): void => {
            clearTimeout(deadline)
            const text = Buffer.concat(chunks).toString()
            const { rawHeaders } = response
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              head: rawHeaders.map((part, at) => part + (at % 2 ? '\n' : ': ')).join(''),
              text,
              json: parsed(text),
              milliseconds: performance.now() - began,
            })
          }
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.once('end', finish)
          response.once('error', reject)
          if (response.headers['content-type']?.startsWith('text/event-stream'))
            setTimeout(() => {
              finish()
              call.destroy()
            }, 150)
        },
      )
      const deadline = setTimeout(
        () => call.destroy(new Error(`No answer to ${method} ${path} in ${timeoutMs} ms`)),
        timeoutMs,
      )
      call.once('error', (error) => {
        clearTimeout(deadline)
        reject(error)
      })
      call.end(bytes)
    })
  }

  async close(): Promise<void> {
    this.#agent.destroy()
    await this.server.close()
    await this.fixture.close()
  }
}

export type Call = {
  name: string
  method: string
  path: string
  meta: ApiMeta
  input: z.ZodType | undefined
  output: z.ZodType | undefined
}

/** Every procedure of the product by its address, `/api` or `/functions` included. */
export function everyCall(): Call[] {
  const walk = (router: object, steps: string[]): Call[] =>
    Object.entries(router).flatMap(([key, value]: [string, object]) => {
      if (!isContractProcedure(value)) return walk(value, [...steps, key])
      const { route, meta, inputSchema, outputSchema } = value['~orpc']
      const path = route.path ?? `/${[...steps, key].join('/')}`
      return [
        {
          name: [...steps, key].join('.'),
          method: route.method ?? 'POST',
          path: path.startsWith('/functions/') ? path : `/api${path}`,
          meta: meta as ApiMeta,
          input: inputSchema as z.ZodType | undefined,
          output: outputSchema as z.ZodType | undefined,
        },
      ]
    })
  return walk(contract, [])
}

/** An address with a value for each parameter: from `values`, else an id that nothing has. */
export function fillPath(path: string, values: Record<string, string> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? '00000000-0000-4000-8000-000000000000'),
  )
}

function defined(headers: Record<string, string | number | undefined>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
