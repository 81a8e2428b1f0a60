import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { handedOn } from './dev-addresses.ts'

const root = mkdtempSync(join(tmpdir(), 'placewell-dev-'))
let product: Server
let web: ViteDevServer
let url: string
beforeAll(async () => {
  writeFileSync(join(root, 'index.html'), '<title>the web app</title>')
  product = createHttpServer((request, response) => response.end(`the server: ${request.url}`))
  await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve))
  const { port } = product.address() as AddressInfo
  web = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    optimizeDeps: { noDiscovery: true },
    server: { host: '127.0.0.1', port: 0, ws: false, proxy: handedOn(`http://127.0.0.1:${port}`) },
  })
  await web.listen()
  url = `http://127.0.0.1:${(web.httpServer!.address() as AddressInfo).port}`
})
afterAll(async () => {
  await web.close()
  product.close()
  rmSync(root, { recursive: true, force: true })
})

const ask = async (path: string): Promise<string> =>
  (await fetch(url + path, { headers: { accept: 'text/html,*/*' } })).text()

it.each([
  '/calendar/abc.ics',
  '/api/calendar/abc.ics',
  '/rpc/accounts/me',
  '/functions/send-email',
  '/sitemap.xml',
  '/.well-known/security.txt',
  '/unsubscribe?person=1',
  '/webhooks/stripe',
])('in development %s is answered by the server, not by a page', async (path) =>
  expect(await ask(path)).toBe(`the server: ${path}`),
)

it.each(['/', '/login', '/school/calendar', '/calendars', '/apiary'])('%s is a page', async (path) =>
  expect(await ask(path)).toContain('the web app'),
)
