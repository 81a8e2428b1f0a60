/** What every answer of the product contains, and which requests are refused: tested over HTTP on the running server. */
import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#database/testing.ts'
import { type Answer, everyCall, fillPath, type Product, type Request, startProduct } from './testing.ts'

const calls = everyCall()
const SECURE = {
  NODE_ENV: 'production',
  APP_URL: 'https://placewell.example.edu',
  TRUST_PROXY: 'off',
  DEMO: 'off',
}
const ORIGIN = SECURE.APP_URL

let secure: Product
let plain: Product
let busy: Product
let boss: Person
let token: string
beforeAll(async () => {
  ;[secure, plain, busy] = await Promise.all([
    startProduct({ env: SECURE }),
    startProduct(),
    startProduct({ env: SECURE, maxInFlight: 0 }),
  ])
  boss = await secure.fixture.person({ role: 'superadmin' })
  token = await secure.session(boss)
}, 60_000)
afterAll(() => Promise.all([secure.close(), plain.close(), busy.close()]))

/** One request of every kind. */
const kinds: (Request & { status?: number | number[] })[] = [
  { path: '/' },
  { path: '/login' },
  { path: '/pricing' },
  { path: '/admin/users?page=2' },
  { path: '/nowhere/at/all' },
  { path: '/assets/none.js', status: [404, 503] },
  { path: '/api/openapi.json', status: 200 },
  { path: '/api/none', status: 404 },
  { path: '/api/../api/none' },
  { path: '/functions/none', method: 'POST', body: {}, status: 404 },
  { path: '/rpc/none', method: 'POST', body: {}, status: 404 },
  { path: '/rpc/accounts/me', method: 'POST', body: {}, status: 200 },
  { path: '/api/users', method: 'TRACE', status: 405 },
  { path: '/login', method: 'TRACE', status: 405 },
  { path: '/api/users', method: 'OPTIONS', status: 204 },
  { path: '/api/me', method: 'HEAD', status: 200 },
  { path: '/api/sign-in', method: 'POST', body: '{', status: 400 },
  { path: '/api/sign-in', method: 'POST', body: {}, status: 400 },
  { path: '/api/sign-in', method: 'POST', body: { email: 'x'.repeat(2_000_000) }, status: 413 },
  {
    path: '/api/sign-in',
    method: 'POST',
    body: 'a=b',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    status: 415,
  },
  { path: '/%00', status: [200, 400, 403, 404, 503] },
  { path: '/%E0%A4%A', status: [200, 400, 404, 503] },
  ...calls.map(({ method, path }) => ({
    method,
    path: fillPath(path),
    ...(method === 'GET' ? {} : { body: {} }),
  })),
]

describe('every answer', () => {
  it.each([
    ['over HTTPS', () => secure, true],
    ['over HTTP', () => plain, false],
  ])('%s has every required header and no forbidden one', async (_, product, isSecure) => {
    const found: string[] = []
    for (const { status, ...kind } of kinds) {
      const answer = await product().send(kind)
      const name = `${kind.method ?? 'GET'} ${kind.path}`
      if (status !== undefined && ![status].flat().includes(answer.status))
        found.push(`${name}: ${answer.status}`)
      found.push(...faults(answer, { isSecure, path: kind.path }).map((fault) => `${name}: ${fault}`))
    }
    expect(found).toEqual([])
  })

  it('to someone signed in, too', async () => {
    const found: string[] = []
    for (const { method, path, meta } of calls) {
      if (meta.write) continue
      const answer = await secure.send({
        method,
        path: fillPath(path),
        token,
        ...(method === 'GET' ? {} : { body: {} }),
      })
      found.push(...faults(answer, { isSecure: true, path }).map((fault) => `${method} ${path}: ${fault}`))
      if (answer.status >= 500) found.push(`${method} ${path}: ${answer.status}`)
    }
    expect(found).toEqual([])
  })

  it('when there is no room says when to come back', async () => {
    for (const path of ['/api/me', '/rpc/accounts/me', '/functions/send-email']) {
      const answer = await busy.send({ path, method: path.startsWith('/api') ? 'GET' : 'POST' })
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1'])
      expect(faults(answer, { isSecure: true, path })).toEqual([])
    }
  })

  it('after too many requests says how long to wait', async () => {
    const body = { token: 'x'.repeat(43) }
    const guess = (path: string, sent: object) => secure.send({ method: 'POST', path, body: sent })
    let answer = await guess('/api/invitations/open', body)
    for (let tries = 0; answer.status !== 429 && tries < 30; tries++)
      answer = await guess('/api/invitations/open', body)
    expect(answer.status).toBe(429)
    await secure.fixture.rows(
      `update priv.throttles set blocked_until = now() + interval '3 minutes' where key like 'invitation guess%'`,
    )
    for (const refused of [
      await guess('/api/invitations/open', body),
      await guess('/rpc/invitations/open', { json: body }),
    ]) {
      expect(refused.status).toBe(429)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(170)
    }
  })

  it('while the database is down says when to come back, and nothing about the database', async () => {
    const own = await startProduct({ env: SECURE })
    own.fixture.admin.on('error', () => {})
    const theirs = await own.session(await own.fixture.person({ role: 'student' }))
    await own.fixture.database.drop()
    const answer = await own.send({ path: '/api/profile', token: theirs })
    expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([503, true])
    expect(faults(answer, { isSecure: true, path: '/api/profile' })).toEqual([])
    expect(answer.text).not.toMatch(/postgres|sql|database ".*"|socket|ECONN|stack/i)
    await Promise.allSettled([own.server.close(), own.fixture.close()])
  })

  it('with a fault is detected', async () => {
    const good = await secure.send({ path: '/api/me' })
    expect(faults(good, { isSecure: true, path: '/api/me' })).toEqual([])
    const bad: [name: string, value: string | string[] | undefined][] = [
      ['content-security-policy', undefined],
      [
        'content-security-policy',
        "default-src 'self'; script-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'",
      ],
      [
        'content-security-policy',
        "default-src 'self'; script-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'",
      ],
      ['x-content-type-options', undefined],
      ['referrer-policy', 'unsafe-url'],
      ['strict-transport-security', 'max-age=60'],
      ['cache-control', 'public'],
      ['server', 'nginx'],
      ['x-powered-by', 'Fastify'],
      ['access-control-allow-origin', '*'],
      ['set-cookie', ['placewell=1; Path=/; HttpOnly; Secure; SameSite=Lax']],
      ['set-cookie', ['__Host-placewell=1; Path=/; Secure; SameSite=Lax']],
      ['set-cookie', ['__Host-placewell=1; Path=/; HttpOnly; SameSite=Lax']],
      ['set-cookie', ['__Host-placewell=1; Path=/; HttpOnly; Secure; SameSite=None']],
    ]
    for (const [name, value] of bad)
      expect([
        name,
        value,
        faults({ ...good, headers: { ...good.headers, [name]: value } }, { isSecure: true, path: '/api/me' })
          .length,
      ]).toEqual([name, value, 1])
    const html = { ...good, headers: { ...good.headers, 'content-type': 'text/html' } }
    expect(
      faults({ ...html, text: '<script>alert(1)</script>' }, { isSecure: true, path: '/' }),
    ).toHaveLength(1)
    expect(faults({ ...html, text: '<a onclick="x()">' }, { isSecure: true, path: '/' })).toHaveLength(1)
  })
})

describe('cookies', () => {
  it.each([
    ['over HTTPS', () => secure],
    ['over HTTP', () => plain],
  ])('%s at sign-in and sign-out are only readable by the server', async (_, product) => {
    const person = await product().fixture.person({ role: 'student' })
    const hash = await product().fixture.credential(person)
    const isSecure = product() === secure
    const signedIn = await product().send({
      method: 'POST',
      path: '/api/sign-in',
      body: { email: person.email, password_hash_input: hash },
    })
    expect(signedIn.status).toBe(200)
    const cookies = signedIn.headers['set-cookie'] ?? []
    expect(cookies.filter((cookie) => cookie.startsWith(`${product().cookie}=`))).toHaveLength(1)
    expect(faults(signedIn, { isSecure, path: '/api/sign-in' })).toEqual([])
    const raw = /=([^;]+)/.exec(cookies.find((cookie) => cookie.startsWith(`${product().cookie}=`))!)![1]!
    expect(signedIn.text).not.toContain(raw)

    const out = await product().send({ method: 'POST', path: '/api/sign-out', token: raw })
    expect(faults(out, { isSecure, path: '/api/sign-out' })).toEqual([])
    const after = await product().send({ path: '/api/me', token: raw })
    expect([after.status, after.json]).toEqual([200, null])
  })
})

describe('another site', () => {
  const foreign: [why: string, headers: Record<string, string | undefined>][] = [
    ['its origin', { origin: 'https://evil.example' }],
    ['no origin', { origin: 'null' }],
    [
      'our host under another scheme',
      { origin: 'http://placewell.example.edu', host: 'placewell.example.edu' },
    ],
    ['a name that begins like ours', { origin: 'https://placewell.example.edu.evil.example' }],
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['same-site', { 'sec-fetch-site': 'same-site' }],
    ['cross-site though the origin is ours', { origin: ORIGIN, 'sec-fetch-site': 'cross-site' }],
  ]
  const otherThanJson: typeof foreign = [
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a form with files', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['a plain text form', { 'content-type': 'text/plain' }],
    ['JSON in disguise', { 'content-type': 'text/plain; application/json' }],
    ['a type that only begins like JSON', { 'content-type': 'application/jsonp' }],
    ['an empty type', { 'content-type': '' }],
    ['no type at all', { 'content-type': undefined }],
  ]
  it.each([
    ...foreign.map((each) => [...each, 403] as const),
    ...otherThanJson.map((each) => [...each, 415] as const),
  ])('is refused by %s, whatever it tries to change', async (_, headers, status) => {
    for (const { method, path } of calls.filter((call) => call.method !== 'GET')) {
      const answer = await secure.send({ method, path: fillPath(path), token, headers, body: '{}' })
      expect([path, answer.status]).toEqual([path, status])
    }
    const rpc = await secure.send({
      method: 'POST',
      path: '/rpc/accounts/signOut',
      token,
      headers,
      body: '{}',
    })
    expect(rpc.status).toBe(status)
    expect((await secure.send({ path: '/api/me', token })).json).toMatchObject({ id: boss.id })
  })

  it('is not our own origin', async () => {
    for (const headers of [
      { origin: ORIGIN },
      { origin: ORIGIN, 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
      {},
    ])
      expect(
        (
          await secure.send({
            method: 'POST',
            path: '/api/sign-in/setting',
            body: { email: 'a@b.example' },
            headers,
          })
        ).status,
      ).toBe(200)
    const charset = { 'content-type': 'application/json; charset=utf-8' }
    expect(
      (
        await secure.send({
          method: 'POST',
          path: '/api/sign-in/setting',
          body: '{"email":"a@b.example"}',
          headers: charset,
        })
      ).status,
    ).toBe(200)
  })

  it('gets no permission to read', async () => {
    const answer = await secure.send({
      method: 'OPTIONS',
      path: '/api/sign-in',
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    expect(answer.status).not.toBe(200)
  })
})

describe('a foreign domain that points here', () => {
  it.each([
    ['over HTTPS', () => secure, ORIGIN.slice('https://'.length)],
    ['over HTTP', () => plain, 'localhost:3000'],
  ])('is refused for %s: pages and API, with any origin', async (_, product, own) => {
    for (const host of ['evil.example', 'evil.example:3000', 'placewell.example.edu.evil.example'])
      for (const path of ['/', '/login', '/api/me', '/api/openapi.json', '/rpc/accounts/me', '/none']) {
        const answer = await product().send({ path, headers: { host, origin: `http://${host}` } })
        expect([host, path, answer.status]).toEqual([host, path, 421])
        expect(faults(answer, { isSecure: product() === secure, path })).toEqual([])
      }
    for (const host of [own, 'localhost', '127.0.0.1:4100'])
      expect((await product().send({ path: '/api/me', headers: { host } })).status).toBe(200)
  })

  it('still gets health, because load balancers call it by any name', async () => {
    const { hostname, port } = new URL(plain.server.healthUrl)
    const status = await new Promise((resolve, reject) => {
      get({ hostname, port, path: '/health/live', headers: { host: 'node-7.internal' } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      }).once('error', reject)
    })
    expect(status).toBe(200)
  })
})

describe('a GET', () => {
  it('changes nothing: neither at the address of a change, nor as a read', async () => {
    const people: string[] = []
    for (const role of ['superadmin', 'school_admin', 'facility_admin', 'student', 'proctor'] as const)
      people.push(await secure.session(await secure.fixture.person({ role })))
    // The strongest hashing: the check of passwords begins after a minute, and stores its progress.
    await secure.fixture.rows('update priv.credentials set tried = 30000')
    const answered: string[] = []
    const before = await fingerprint(secure)
    for (const { method, path, meta, name } of calls) {
      if (!meta.write) {
        for (const someone of people)
          await secure.send({
            method,
            path: fillPath(path, { id: boss.id, user_id: boss.id }),
            token: someone,
            ...(method === 'GET' ? {} : { body: {} }),
          })
        continue
      }
      const isAlsoRead = calls.some((other) => other.method === 'GET' && other.path === path)
      for (const verb of ['GET', 'HEAD']) {
        const { status } = await secure.send({
          method: verb,
          path: fillPath(path, { id: boss.id, user_id: boss.id }),
          token,
        })
        if (!isAlsoRead && status < 400) answered.push(`${verb} ${path}`)
      }
      const byRpc = await secure.send({
        path: `/rpc/${name.replaceAll('.', '/')}?data=${encodeURIComponent('{"json":{}}')}`,
        token,
      })
      expect([name, byRpc.status]).toEqual([name, 405])
    }
    expect(answered).toEqual([])
    expect(await fingerprint(secure)).toEqual(before)
  })

  it('and the fingerprint detects a change', async () => {
    const before = await fingerprint(secure)
    await secure.fixture.school('Changed')
    expect(await fingerprint(secure)).not.toEqual(before)
  })
})

/** What an answer lacks, or contains and should not. */
function faults(answer: Answer, { isSecure, path }: { isSecure: boolean; path: string }): string[] {
  const { headers, text } = answer
  const found: string[] = []
  const want = (isRight: unknown, what: string): void => void (isRight || found.push(what))
  const policy = new Map(
    (headers['content-security-policy'] as string | undefined)?.split(';').map((part) => {
      const [name = '', ...sources] = part.trim().split(/\s+/)
      return [name, sources.join(' ')] as const
    }),
  )
  const scripts = policy.get('script-src')?.split(' ')
  const isOurs = (source: string) =>
    source === `'self'` || (path === '/pricing' && source === 'https://js.stripe.com')
  // A file is downloaded, never displayed.
  const isSaved = headers['content-disposition']?.startsWith('attachment')
  want(
    (isSaved && policy.get('default-src') === `'none'` && policy.has('sandbox')) ||
      (policy.get('default-src') === `'self'` &&
        scripts?.every(isOurs) &&
        !policy.has('script-src-attr') &&
        ['frame-ancestors', 'object-src', 'base-uri'].every((name) => policy.get(name) === `'none'`) &&
        policy.get('form-action') === `'self'`),
    'content-security-policy',
  )
  want(headers['x-content-type-options'] === 'nosniff', 'x-content-type-options')
  want(headers['x-frame-options'] === 'DENY', 'x-frame-options')
  want(headers['referrer-policy'] === 'no-referrer', 'referrer-policy')
  want(headers['permissions-policy']?.includes('camera=(self)'), 'permissions-policy')
  want(headers['cross-origin-opener-policy'] === 'same-origin', 'cross-origin-opener-policy')
  want(headers['cross-origin-resource-policy'] === 'same-origin', 'cross-origin-resource-policy')
  const age = Number(/max-age=(\d+)/.exec(headers['strict-transport-security'] ?? '')?.[1] ?? 0)
  want(isSecure ? age >= 31_536_000 : age === 0, 'strict-transport-security')
  for (const banner of ['server', 'x-powered-by', 'via', 'x-aspnet-version'])
    want(headers[banner] === undefined, banner)
  for (const name of Object.keys(headers)) want(!name.startsWith('access-control-'), name)
  const isApi = /^\/(api|rpc|functions)\//.test(path)
  // Anyone may read it, and downloads it again only if it has changed.
  if (path === '/api/openapi.json' && answer.status === 200)
    want(headers['cache-control'] === 'no-cache' && headers.etag, 'cache-control')
  else if (isApi) want(headers['cache-control']?.split(/, */).includes('no-store'), 'cache-control')
  else want(!headers['cache-control']?.includes('public') || path.startsWith('/assets/'), 'cache-control')
  for (const cookie of headers['set-cookie'] ?? []) {
    const [name = '', ...attributes] = cookie.split(/; */)
    const has = (attribute: string) => attributes.some((one) => one.toLowerCase() === attribute)
    want(
      name.startsWith('__Host-') === isSecure &&
        has('secure') === isSecure &&
        has('httponly') &&
        has('samesite=lax') &&
        has('path=/') &&
        !attributes.some((one) => /^domain=/i.test(one)),
      `set-cookie ${name.split('=')[0]}`,
    )
  }
  if (headers['content-type']?.startsWith('text/html'))
    want(!/<script(?![^>]*\ssrc=)[^>]*>|<[^>]+\son\w+\s*=|javascript:/i.test(text), 'inline script')
  want(!/\n\s+at .+:\d+:\d+|node_modules|\.ts:\d+/.test(text), 'a stack trace')
  return found
}

/** What a read changes itself: the time a session was last used, and the access trail, which is sealed meanwhile. */
const LEFT_BY_READS = ['sessions', 'access_events', 'failed_attempts', 'audit_unsealed', 'audit_blocks']

/** A digest of every row of the product except those. */
async function fingerprint({ fixture }: Product): Promise<Record<string, string>> {
  const tables = await fixture.rows<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname in ('public', 'priv') and c.relname <> all ($1) order by 1`,
    [LEFT_BY_READS],
  )
  const found: Record<string, string> = {}
  for (const { name } of tables)
    found[name] = (
      await fixture.rows<{ sum: string }>(
        // How often a superadmin calls the functions of the platform is counted, for reads too (Spec §9).
        `select md5(coalesce(string_agg(t::text, '' order by t::text), '')) as sum from ${name} t ${name === 'priv.throttles' ? `where t.key not like 'system %'` : ''}`,
      )
    )[0]!.sum
  return found
}
