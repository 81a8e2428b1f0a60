import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, expect, it } from 'vitest'
import { APP_URL_MARK } from './site-documents.ts'
import { type PageContent, serveWebApp } from './web-app.ts'

const APP = '<script type="module"></script>the app<div id="root"></div></body>'
const folder = mkdtempSync(join(tmpdir(), 'placewell-web-app-'))
mkdirSync(join(folder, 'assets'))
mkdirSync(join(folder, 'prerendered'))
for (const [name, text] of [
  ['index.html', APP],
  ['assets/main-abc.js', 'code()'],
  ['prerendered/index.html', 'the landing page'],
  ['prerendered/about.html', 'about'],
] as const)
  writeFileSync(join(folder, name), text)
writeFileSync(join(folder, 'assets/main-abc.js.gz'), gzipSync('code()'))

const app = Fastify()
await serveWebApp(app, { folder, appUrl: 'http://localhost:3000' })
const signedIn = Fastify()
const given = Promise.withResolvers<PageContent | null>()
await serveWebApp(signedIn, {
  folder,
  appUrl: 'http://localhost:3000',
  hasSession: () => true,
  answer: () => given.promise,
})
afterAll(async () => {
  await Promise.all([app.close(), signedIn.close()])
  rmSync(folder, { recursive: true })
})

const get = (url: string, encoding?: string) =>
  app.inject({ url, ...(encoding && { headers: { 'accept-encoding': encoding } }) })

it('sends the first page to anyone, compressed or not', async () => {
  for (const encoding of [undefined, 'gzip', 'br, gzip']) {
    const answer = await get('/', encoding)
    const decode = { br: brotliDecompressSync, gzip: gunzipSync }[answer.headers['content-encoding'] as 'br']
    const text = (decode?.(answer.rawPayload) ?? answer.rawPayload).toString()
    expect([answer.statusCode, text]).toEqual([200, 'the landing page'])
    expect(answer.headers['content-encoding']).toBe(
      encoding === undefined ? undefined : encoding.slice(0, 4).replace('br, ', 'br'),
    )
    expect(answer.headers['cache-control']).toBe('no-cache')
  }
})

it('redirects earlier words of addresses to the current ones', async () => {
  const to = async (url: string) => (await get(url)).headers.location
  expect(await to('/shifts?view=board&place=x1&on=2026-12-01')).toBe(
    '/shifts?view=board&facility=x1&on=2026-12-01',
  )
  expect(await to('/facility/users?place_id=x1&sort=place_name')).toBe(
    '/facility/users?facility_id=x1&sort=facility_name',
  )
  expect(await to('/sites?sort=places')).toBe('/sites?sort=seats')
  expect(await to('/sites?q=place=x&sort=places_to_go')).toBeUndefined()
})

it('fills in its own URL in the public pages, for link previews, and sends no page twice', async () => {
  writeFileSync(
    join(folder, 'prerendered/pricing.html'),
    `<meta content="${APP_URL_MARK}/social/pricing.png"/>`,
  )
  const answer = await get('/pricing')
  expect(answer.body).toBe('<meta content="http://localhost:3000/social/pricing.png"/>')
  const again = await app.inject({
    url: '/pricing',
    headers: { 'if-none-match': String(answer.headers.etag) },
  })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

it('answers every other address with the app, whose router knows the routes', async () => {
  for (const path of ['/school/dashboard', '/no/such/page', '/student/profile?from=%2Fx'])
    expect((await get(path)).body).toBe(APP)
  expect((await get('/about')).body).toBe('about')
})

it('asks search engines to leave out pages of links and people’s own pages, but not the public site', async () => {
  expect((await get('/unit-today?token=x')).headers['x-robots-tag']).toBe('noindex')
  expect((await get('/student/dashboard')).headers['x-robots-tag']).toBe('noindex')
  expect((await get('/about')).headers['x-robots-tag']).toBeUndefined()
})

it('an address without a page is answered with 404 and the app; one that looks like a file gets nothing, for anyone', async () => {
  for (const hasSession of [false, true]) {
    const some = Fastify()
    const isPage = (path: string) => path === '/profile'
    const answer = async () => ({ answers: '{"mine":1}', html: '<h1>Mine</h1>' })
    await serveWebApp(some, {
      folder,
      appUrl: 'http://localhost:3000',
      isPage,
      hasSession: () => hasSession,
      answer,
    })
    const unknown = await some.inject('/no/such/page')
    expect([unknown.statusCode, unknown.body]).toEqual([404, APP])
    const file = await some.inject('/profile/x.css')
    expect(file.statusCode).toBe(404)
    expect(file.body).not.toMatch(/Mine|mine|the app/)
    expect((await some.inject('/profile')).statusCode).toBe(200)
    await some.close()
  }
})

it('caches hashed assets for a year, compressed if accepted; a missing one is a 404', async () => {
  const plain = await get('/assets/main-abc.js')
  expect([plain.body, plain.headers['cache-control']]).toEqual([
    'code()',
    'public, max-age=31536000, immutable',
  ])
  expect((await get('/assets/main-abc.js', 'gzip')).headers['content-encoding']).toBe('gzip')
  expect((await get('/assets/gone.js')).statusCode).toBe(404)
  expect((await get('/assets/')).statusCode).toBe(404)
  expect((await app.inject({ method: 'POST', url: '/about' })).statusCode).toBe(404)
})

it('the answers end the document, compressed or not; if there are none, or they fail, it comes without', async () => {
  const first = signedIn.inject({ url: '/school/dashboard', headers: { 'accept-encoding': 'gzip' } })
  given.resolve({ answers: JSON.stringify({ output: '</script>' }), html: '<h1>Rendered</h1>' })
  const block = '<script type="application/json" id="first-answers">{"output":"\\u003c/script>"}</script>'
  const whole = `<script type="module"></script>the app<div id="root"><h1>Rendered</h1></div>${block}</body>`
  expect(gunzipSync((await first).rawPayload).toString()).toBe(whole)
  const plain = await signedIn.inject('/school/dashboard')
  expect([plain.body, plain.headers['cache-control']]).toEqual([whole, 'no-store'])
  for (const answer of [async () => null, () => Promise.reject(new Error('away'))]) {
    const without = Fastify()
    await serveWebApp(without, { folder, appUrl: 'http://localhost:3000', hasSession: () => true, answer })
    expect((await without.inject('/school/dashboard')).body).toBe(APP)
    await without.close()
  }
})
