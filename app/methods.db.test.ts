/** Which methods run a call: only those of the contract, tested over HTTP on each of its calls. */
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { methodsAt } from './call-methods.ts'
import { everyCall, fillPath, type Product, startProduct } from './testing.ts'

const calls = everyCall()
let product: Product
let token: string

beforeAll(async () => {
  product = await startProduct()
  token = await product.session(await product.fixture.person({ role: 'superadmin' }))
}, 60_000)
afterAll(() => product.close())

const all = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const allowedAt = (path: string) => {
  const shape = (one: string) => one.replaceAll(/\{\w+\}/g, '{}')
  const methods = calls.flatMap((call) => (shape(call.path) === shape(path) ? [call.method] : []))
  return methods.includes('GET') && !path.endsWith('/live') ? [...methods, 'HEAD'] : methods
}

it('an address accepts the methods of its calls, answers HEAD like GET without a body, and lists them for anyone who asks', async () => {
  const found: string[] = []
  for (const path of new Set(calls.map((call) => call.path))) {
    const allowed = allowedAt(path)
    for (const method of all.filter((one) => !allowed.includes(one))) {
      const { status, headers } = await product.send({ method, path: fillPath(path), token })
      if (status !== 405 || !headers.allow?.includes(allowed[0]!)) found.push(`${method} ${path}: ${status}`)
    }
    const options = await product.send({ method: 'OPTIONS', path: fillPath(path) })
    const named = options.headers.allow?.split(', ').toSorted().join()
    if (options.status !== 204 || named !== [...allowed, 'OPTIONS'].toSorted().join())
      found.push(`OPTIONS ${path}: ${options.status} ${options.headers.allow}`)
    if (!allowed.includes('HEAD')) continue
    const [head, get] = [
      await product.send({ method: 'HEAD', path: fillPath(path), token }),
      await product.send({ path: fillPath(path), token }),
    ]
    if (head.status !== get.status || head.text !== '') found.push(`HEAD ${path}: ${head.status}`)
  }
  expect(found).toEqual([])
}, 60_000)

it('an RPC call accepts POST, and GET and HEAD only if it reads: no other method runs it', async () => {
  const found: string[] = []
  for (const { name, method: own } of calls) {
    const path = `/rpc/${name.replaceAll('.', '/')}`
    const allowed = methodsAt(path)
    if (own !== 'GET' && allowed.join() !== 'POST') found.push(`${path}: ${allowed.join(', ')}`)
    for (const method of all.filter((one) => !allowed.includes(one))) {
      const { status } = await product.send({ method, path, token })
      if (status !== 405) found.push(`${method} ${path}: ${status}`)
    }
  }
  expect(found).toEqual([])
  // No one was signed out, and nothing was marked as read.
  expect((await product.send({ path: '/api/me', token })).json).toMatchObject({ role: 'superadmin' })
}, 60_000)

it('a form post is refused, naming the content type that is accepted', async () => {
  const answer = await product.send({
    method: 'POST',
    path: '/api/contact-messages',
    body: 'a=b',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect([answer.status, answer.headers['accept'], answer.json]).toMatchObject([
    415,
    'application/json',
    { code: 'UNSUPPORTED_MEDIA_TYPE', message: expect.stringContaining('application/json') },
  ])
})

it('a request that names two hosts is refused', async () => {
  const { hostname, port, host } = new URL(product.server.url)
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET /api/me HTTP/1.1\r\nhost: ${host}\r\nhost: evil.example\r\n\r\n`),
    )
    socket.once('data', (data) => resolve(data.toString()))
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('closed')))
  })
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
})

it('a list in an address is accepted with one entry, with several, and with none; an invalid one is refused', async () => {
  for (const [search, status] of [
    ['status=published', 200],
    ['status=draft&status=published', 200],
    ['status[0]=draft', 200],
    ['', 200],
    ['status=nonsense', 400],
  ] as const)
    expect([search, (await product.send({ path: `/api/shifts?${search}`, token })).status]).toEqual([
      search,
      status,
    ])
})
