/**
 * R17: bad input gets a response and does no harm. Every procedure receives input that its contract does not expect (wrong types, NUL,
 * bidirectional marks, lone surrogates, huge texts and numbers, deep nesting, broken JSON, strange queries and paths), from a person who
 * may call it, as a REST call and as an RPC; the socket receives data that is not HTTP. No response is a 5xx or takes more than 2 s, and
 * the next good request works. The controls add a handler that fails and one that hangs: both must be reported.
 *
 *   node bench/reliability/r17-bad-input.ts [--quick]
 */
import { once } from 'node:events'
import { connect } from 'node:net'
import { type Answer, type Call, everyCall, fillPath, type Product, startProduct } from '#app/testing.ts'
import { exampleOf, inputSchema } from '#app/testing-inputs.ts'
import type { Person } from '#database/testing.ts'
import { settingFor } from '#platform/server/passwords.ts'
import type { Finding } from '../lib/findings.ts'
import { buildWebApp } from '../../scripts/build.ts'
import { runTrials, seededRandom } from './lib/trial.ts'

/** How many changed bodies, and how many broken ones from the list, each procedure gets. */
export const FULL = { changed: 150, broken: Infinity, seed: 17 }
export const QUICK = { changed: 5, broken: 2, seed: 17 }
export type Size = typeof FULL

const LIMIT_MS = 2_000

/** Runs the whole trial: product and controls. */
export async function* tryBadInput(size: Size): AsyncGenerator<Finding> {
  // Unknown paths are answered with the web app's page.
  await buildWebApp()
  const product = await startProduct()
  const crashes: string[] = []
  const note = (error: unknown): void => void crashes.push(String(error))
  process.on('unhandledRejection', note)
  process.on('uncaughtException', note)
  try {
    const attacker = await Attacker.arrive(product, size)
    const calls = everyCall()
    for (const call of calls) await attacker.attack(call)
    const { sent, accepted, faults, slowest } = attacker
    yield {
      name: 'R17 every procedure answers bad input and works afterwards',
      holds: faults.length === 0 && sent > calls.length * 10,
      figures: `${sent} requests on ${calls.length} procedures (${accepted} take the example that is then spoilt), slowest ${slowest.toFixed(0)} ms${listed(faults)}`,
    }

    const noise = await sendNoise(product)
    yield {
      name: 'R17 what is no HTTP is refused, and the next good request works',
      holds: noise.length === 0,
      figures: `${NOISE.length} kinds of noise${listed(noise)}`,
    }

    const mapped = await tryDatabaseErrors(product)
    yield {
      name: 'R17 what the database refuses becomes an answer',
      holds: mapped.length === 0,
      figures: `${Object.keys(STATUS_OF).length} SQLSTATEs${listed(mapped)}`,
    }

    yield {
      name: 'R17 nothing was thrown past every handler',
      holds: crashes.length === 0,
      figures: `${crashes.length} unhandled errors${listed(crashes)}`,
    }

    const contact = calls.filter(({ name }) => name === 'contactMessages.send')
    for (const [planted, statement, sign] of [
      ['that fails', `raise exception 'planted' using errcode = 'XX000'`, / 500$/],
      ['that hangs', 'perform pg_sleep(2.2)', /took \d{4} ms$/],
    ] as const) {
      await plant(product, `if new.message ~ '\\u202e' then ${statement}; end if;`)
      const control = await Attacker.arrive(
        product,
        { ...size, changed: Infinity, broken: 0 },
        (value) => value === BIDI,
      )
      for (const call of contact) await control.attack(call)
      yield {
        name: `R17 control: a handler ${planted} is reported`,
        holds: control.faults.some((fault) => sign.test(fault)),
        figures: control.faults[0] ?? 'nothing was reported',
      }
    }
  } finally {
    process.off('unhandledRejection', note)
    process.off('uncaughtException', note)
    await product.close()
  }
}

function listed(faults: readonly string[]): string {
  return faults.length === 0 ? '' : `; ${faults.length} faults:\n     ${faults.slice(0, 40).join('\n     ')}`
}

const BIDI = 'abcdefghij \u202Egnp.exe\u202C'
const VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  -0.5,
  1e308,
  9_007_199_254_740_992,
  -9e18,
  2 ** 31,
  '',
  ' ',
  '\u0000',
  'abcdefghij\u0000k',
  BIDI,
  '\uD800',
  '\uDC00abc',
  '\uFFFE\uFEFF',
  '🧪'.repeat(300),
  'e\u0301'.repeat(500),
  'x'.repeat(70_000),
  "'; drop table users; --",
  "' or '1'='1",
  '%00',
  '%',
  '_',
  '\\',
  '$1',
  '../../etc/passwd',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '=cmd()',
  'constructor',
  '__proto__',
  'NaN',
  'Infinity',
  '-infinity',
  '0000-00-00',
  '2031-02-30',
  '99999-01-01',
  '0001-01-01 BC',
  '25:61',
  '24:00:00',
  '00000000-0000-0000-0000-000000000000',
  '{}',
  'null',
  [],
  [[]],
  [null],
  Array(5_000).fill('x'),
  {},
  { $ne: null },
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
  { toString: 1 },
  { length: -1 },
  nested(400),
]

/** Bodies that are not an object with fields. */
const BROKEN: (string | Uint8Array)[] = [
  '',
  'null',
  '[]',
  '"x"',
  '0',
  'true',
  '{',
  '{"a":}',
  "{'a':1}",
  '{"a":1,}',
  '\u0000',
  '\uFEFF{}',
  '{"a":1e400}',
  `{"a":${'9'.repeat(100_000)}}`,
  '{"a":1,"a":{"a":2}}',
  '['.repeat(200_000),
  `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `{${Array.from({ length: 40_000 }, (_, at) => `"k${at}":0`).join(',')}}`,
  '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
  `{"email":"${'x'.repeat(1_000_000)}"}`,
  'x'.repeat(3_000_000),
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from('{"a":1}', 'utf16le'),
  ' '.repeat(500_000),
]

/** The RPC's wrapper around its input has its own format, and malformed ones are tried too. */
const WRAPPED: string[] = [
  '{"json":{},"meta":[[0]]}',
  '{"json":{},"meta":[[1,"a","b"]]}',
  '{"json":{},"meta":"x"}',
  '{"json":{},"meta":[[99,"__proto__","x"]]}',
  '{"json":{"a":1},"meta":[[0,"a"],[1,"a"],[2,"a"],[3,"a"],[4,"a"],[5,"a"],[6,"a"]]}',
  '{"json":{"a":"x"},"meta":[[1,"a"]]}',
  '{"json":{"a":"x"},"meta":[[5,"a"]]}',
  '{"json":{"a":"("},"meta":[[6,"a"]]}',
  '{"json":{},"maps":[["a"]]}',
  '{"json":null}',
  '{"meta":[[1]]}',
  '{"json":{"__proto__":1},"meta":[[0,"__proto__"]]}',
  '[]',
  '0',
]

const QUERIES = [
  'page=1&page=2',
  'page[]=1',
  'a[b][c]=1',
  'page=999999999999999999999999',
  'page=-1',
  'page=1.5',
  'page=NaN',
  'q=%00',
  'search=%00',
  'query=ab%00cd',
  'q=%ff',
  'search=%E2%80%AEgnp',
  'sort=constructor',
  'dir=__proto__',
  '__proto__[x]=1',
  'constructor[prototype][x]=1',
  `q=${'x'.repeat(8_000)}`,
  Array.from({ length: 2_000 }, (_, at) => `p${at}=1`).join('&'),
  '&&&&====',
  '%',
  'page[0][0][0][0][0][0]=1',
  'search[]=a&search[]=b',
  'page_size=1e9',
  'within=school&q=%25%5F%5C',
]

const PATHS = [
  '%00',
  '%2e%2e%2f%2e%2e',
  'x'.repeat(450),
  '%F0%9F%A7%AA',
  "1' or '1'='1",
  '%E2%80%AE',
  '-1',
  'null',
  '__proto__',
  '%',
  '0'.repeat(36),
  '%FF%FE',
].map((text) => text.replaceAll(' ', '%20').replaceAll("'", '%27'))

/** Sends bad input as a person who may call, and counts the results. */
class Attacker {
  sent = 0
  /** Procedures that accepted the unchanged example, so that their inner code is reached. */
  accepted = 0
  slowest = 0
  readonly faults: string[] = []
  readonly #product: Product
  readonly #size: Size
  readonly #people: Record<string, Person>
  readonly #hints: Record<string, unknown>
  readonly #values: unknown[]
  readonly #random: () => number
  readonly #tokens = new Map<string, string>()

  private constructor(
    product: Product,
    size: Size,
    people: Record<string, Person>,
    hints: Record<string, unknown>,
    values: unknown[],
  ) {
    this.#product = product
    this.#size = size
    this.#people = people
    this.#hints = hints
    this.#values = values
    this.#random = seededRandom(size.seed)
  }

  static async arrive(
    product: Product,
    size: Size,
    only: (value: unknown) => boolean = () => true,
  ): Promise<Attacker> {
    const { fixture } = product
    const school = await fixture.school()
    const facility = await fixture.facility()
    const people = {
      superadmin: await fixture.person({ role: 'superadmin' }),
      school_admin: await fixture.person({ role: 'school_super_admin', school }),
      facility_admin: await fixture.person({ role: 'facility_admin', facility }),
      student: await fixture.person({ role: 'student', school }),
    }
    const target = await fixture.person({ role: 'student', school })
    const hash = `${settingFor(target.email, fixture.saltKey)}${'A'.repeat(31)}`
    const hints = {
      id: target.id,
      user_id: target.id,
      school_id: school,
      linked_school_id: school,
      linked_facility_id: null,
      facility_id: facility,
      password_hash_input: hash,
      current_hash: hash,
      prefix: '5BAA6',
      role: 'student',
      website: '',
      version: 1,
      reason: 'for the trial of bad input',
    }
    return new Attacker(product, size, people, hints, VALUES.filter(only))
  }

  async attack(call: Call): Promise<void> {
    const { method, path, name } = call
    const person = this.#personFor(call)
    const example = exampleOf(inputSchema(call) ?? { type: 'object' }, this.#hints)
    const address = fillPath(path, this.#hints as Record<string, string>)
    const rpc = `/rpc/${name.replaceAll('.', '/')}`
    const ordinary =
      method === 'GET'
        ? { path: `${rpc}?data=${encodeURIComponent(JSON.stringify({ json: example }))}` }
        : { path: address, method, body: example }
    if (await this.#try(call, person, ordinary, 'as it should be')) this.accepted++
    if (method === 'GET') {
      for (const query of this.#some(QUERIES, this.#size.broken * 4))
        await this.#try(call, person, { path: `${address}?${query}` }, `?${query.slice(0, 40)}`)
      for (const [label, changed] of this.#changes(example))
        await this.#try(
          call,
          person,
          { path: `${rpc}?data=${encodeURIComponent(JSON.stringify({ json: changed })).slice(0, 12_000)}` },
          label,
        )
    } else {
      for (const body of this.#some(BROKEN, this.#size.broken)) {
        const label = `body ${JSON.stringify(String(body.slice(0, 24)))} (${body.length})`
        await this.#try(call, person, { path: address, method, body }, label)
        await this.#try(call, person, { path: rpc, method: 'POST', body }, `rpc ${label}`)
      }
      for (const body of this.#some(WRAPPED, this.#size.broken))
        await this.#try(call, person, { path: rpc, method: 'POST', body }, `rpc ${body.slice(0, 40)}`)
      for (const [label, changed] of this.#changes(example))
        await this.#try(call, person, { path: address, method, body: changed }, label)
    }
    if (path.includes('{'))
      for (const part of this.#some(PATHS, this.#size.broken * 2)) {
        const body = method === 'GET' ? {} : { body: example }
        await this.#try(
          call,
          person,
          { path: path.replaceAll(/\{\w+\}/g, () => part), method, ...body },
          `path ${part.slice(0, 30)}`,
        )
      }
    const good = await this.#product.send({
      path: '/api/me',
      token: await this.#token(this.#people['student']!),
    })
    if (good.status !== 200 || (good.json as { id?: string } | null)?.id !== this.#people['student']!.id)
      this.faults.push(`${name}: the next good request ${good.status}`)
  }

  async #try(
    call: Call,
    person: Person | null,
    request: { path: string; method?: string; body?: unknown },
    label: string,
  ): Promise<boolean> {
    this.sent++
    // The throttle would respond instead of the handler.
    await this.#product.fixture.rows('delete from priv.throttles')
    const fault = (what: string): false => {
      this.faults.push(`${call.name} ${label}: ${what}`)
      return false
    }
    let answer: Answer | undefined
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        answer = await this.#product.send({
          ...request,
          token: person && (await this.#token(person, attempt > 0)),
          timeoutMs: 5_000,
        })
      } catch (error) {
        // A body that is refused before it was read may end the connection.
        if (/EPIPE|ECONNRESET/.test(String((error as { code?: string }).code))) return false
        return fault((error as Error).message)
      }
      if (answer.status !== 401) break
    }
    if (!answer) return false
    this.slowest = Math.max(this.slowest, answer.milliseconds)
    if (answer.status >= 500) fault(`${answer.status}`)
    if (answer.milliseconds > LIMIT_MS) fault(`took ${answer.milliseconds.toFixed(0)} ms`)
    if (/\n\s+at .+:\d+|node_modules|syntax error at|violates|relation "/.test(answer.text))
      fault(`says too much: ${answer.text.slice(0, 200)}`)
    return answer.status < 300
  }

  /** Every part of an example with every strange value, up to the number in the size. */
  #changes(example: unknown): [label: string, changed: unknown][] {
    const paths = [...pathsIn(example)]
    const all = paths.flatMap((path) => this.#values.map((value) => [path, value] as const))
    return this.#some(all, this.#size.changed).map(([path, value]) => [
      `${path.join('.') || 'all'} = ${visible(value).slice(0, 40)}`,
      replaced(example, path, value),
    ])
  }

  #some<T>(list: readonly T[], count: number): T[] {
    if (count >= list.length) return [...list]
    const left = [...list]
    return Array.from({ length: count }, () => left.splice(Math.floor(this.#random() * left.length), 1)[0]!)
  }

  #personFor({ meta: { access } }: Call): Person | null {
    if (access === 'public') return null
    if (access === 'any' || access === 'self') return this.#people['school_admin']!
    const role = access.find((one) => one in this.#people)
    return this.#people[role ?? 'superadmin']!
  }

  async #token(person: Person, isNew = false): Promise<string> {
    const known = this.#tokens.get(person.id)
    if (known && !isNew) {
      const alive = await this.#product.fixture.rows('select 1 from public.users where id = $1', [person.id])
      if (alive.length > 0) return known
    }
    const token = await this.#product.session(person)
    this.#tokens.set(person.id, token)
    return token
  }
}

/** JSON with all invisible characters escaped. */
function visible(value: unknown): string {
  return String(JSON.stringify(value)).replaceAll(
    /[^ -~]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function* pathsIn(value: unknown, at: string[] = []): Generator<string[]> {
  yield at
  if (value && typeof value === 'object')
    for (const [key, inner] of Object.entries(value)) yield* pathsIn(inner, [...at, key])
}

function replaced(value: unknown, [first, ...rest]: string[], by: unknown): unknown {
  if (first === undefined) return by
  if (Array.isArray(value))
    return value.map((inner, at) => (String(at) === first ? replaced(inner, rest, by) : inner))
  const object = value as Record<string, unknown>
  return { ...object, [first]: replaced(object[first], rest, by) }
}

function nested(depth: number): unknown {
  let value: unknown = 'end'
  for (let at = 0; at < depth; at++) value = at % 2 ? [value] : { a: value }
  return value
}

/** Data on the socket that is not a request, with the required response, if any. */
const NOISE: [name: string, bytes: string | Uint8Array][] = [
  ['no HTTP at all', '\u0000\u0001\u0002 hello\r\n\r\n'],
  ['TLS on a plain port', Buffer.from('16030100a5010000a10303', 'hex')],
  ['a method that is none', 'BREW /api/me HTTP/1.1\r\nHost: x\r\n\r\n'],
  ['HTTP/9', 'GET /api/me HTTP/9.9\r\nHost: x\r\n\r\n'],
  ['no host', 'GET /api/me HTTP/1.1\r\n\r\n'],
  ['a head without end', `GET /api/me HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`],
  ['three thousand headers', `GET /api/me HTTP/1.1\r\nHost: x\r\n${'A: b\r\n'.repeat(3_000)}\r\n`],
  ['a cookie of 12 kB', `GET /api/me HTTP/1.1\r\nHost: x\r\nCookie: placewell=${'x'.repeat(12_000)}\r\n\r\n`],
  [
    'a cookie of nonsense',
    'GET /api/me HTTP/1.1\r\nHost: x\r\nCookie: placewell=%00%ff; ;;==; placewell=\r\n\r\n',
  ],
  [
    'two lengths',
    'POST /api/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\nContent-Length: 20\r\n\r\n{}',
  ],
  [
    'a length and chunks',
    'POST /api/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'a negative length',
    'POST /api/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: -1\r\n\r\n{}',
  ],
  [
    'a body that breaks off',
    'POST /api/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"email":',
  ],
  [
    'chunks that are none',
    'POST /api/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n',
  ],
  [
    'chunks of 3 MB',
    `POST /api/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${`10000\r\n${' '.repeat(65_536)}\r\n`.repeat(48)}0\r\n\r\n`,
  ],
  ['an address of 20 kB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['an address that is absolute', 'GET http://evil.example/api/me HTTP/1.1\r\nHost: evil.example\r\n\r\n'],
  ['an address that is a star', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n'],
  [
    'an upgrade',
    'GET /api/me HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n\r\n',
  ],
  ['a tunnel', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n'],
  [
    'a split answer',
    'GET /api/none%0d%0aSet-Cookie:%20x=1 HTTP/1.1\r\nHost: x\r\nX-A: b\rSet-Cookie: x=1\r\n\r\n',
  ],
]

async function sendNoise(product: Product): Promise<string[]> {
  const { hostname, port } = new URL(product.server.url)
  const faults: string[] = []
  for (const [name, bytes] of NOISE) {
    const socket = connect(Number(port), hostname)
    let said = ''
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()))
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(bytes)
    await new Promise<void>((resolve) => {
      socket.once('close', () => resolve())
      setTimeout(resolve, 250)
    })
    socket.destroy()
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(said)?.[1] ?? 0)
    if (status >= 500 && status !== 505) faults.push(`${name}: ${status}`)
    if (/^set-cookie: x=1/im.test(said)) faults.push(`${name}: an answer was split`)
    if (/evil\.example/.test(said)) faults.push(`${name}: repeats what it was sent`)
    const good = await product.send({ path: '/api/password-policy' })
    if (good.status !== 200) faults.push(`${name}: the next good request ${good.status}`)
  }
  return faults
}

/** The status of the response for each SQLSTATE of the database. */
const STATUS_OF: Record<string, number> = {
  '22021': 400,
  '22P02': 400,
  '22P05': 400,
  '22001': 400,
  '22003': 400,
  '22007': 400,
  '22008': 400,
  '23502': 400,
  '23514': 400,
  '23503': 409,
  '23505': 409,
  '23P01': 409,
  '42501': 403,
  '25006': 403,
  PW400: 400,
  PW404: 404,
  PW409: 409,
  PW429: 429,
  '57014': 504,
  '55P03': 503,
  '40001': 503,
  '40P01': 503,
  '53300': 503,
  '57P03': 503,
  '53200': 503,
  '22012': 500,
  XX000: 500,
}

async function tryDatabaseErrors(product: Product): Promise<string[]> {
  await plant(
    product,
    `raise exception 'planted words' using errcode = substring(new.message from 'code:(.{5})');`,
  )
  const call = everyCall().find(({ name }) => name === 'contactMessages.send')!
  const faults: string[] = []
  for (const [code, status] of Object.entries(STATUS_OF)) {
    await product.fixture.rows('delete from priv.throttles')
    const body = exampleOf(inputSchema(call)!, { website: '', message: `A message with code:${code}.` })
    const answer = await product.send({ method: 'POST', path: call.path, body })
    if (answer.status !== status)
      faults.push(`${code}: ${answer.status} instead of ${status} ${answer.text.slice(0, 200)}`)
    const isOurs = code.startsWith('PW') && code !== 'PW429'
    if (answer.text.includes('planted words') !== isOurs)
      faults.push(`${code}: ${isOurs ? 'hides our words' : 'repeats the database’s words'}`)
    if (status === 503 && answer.headers['retry-after'] === undefined) faults.push(`${code}: no Retry-After`)
  }
  await plant(product, '')
  return faults
}

/** Makes the table of contact messages misbehave for everyone who writes to it. */
async function plant(product: Product, body: string): Promise<void> {
  await product.fixture.rows(`
    create or replace function public.planted() returns trigger language plpgsql as $planted$ begin ${body} return new; end $planted$;
    create or replace trigger planted before insert on public.contact_messages for each row execute function public.planted()`)
}

if (import.meta.main) await runTrials((quick) => tryBadInput(quick ? QUICK : FULL))
