/** Unforeseen errors: the person sees nothing of them, and the log everything, under the same id. */
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Product, startProduct } from './testing.ts'

let product: Product
const logged: { level: number; id?: string; err?: string; path?: string; code?: string; stack?: string }[] =
  []
const logTo = new PassThrough()
beforeAll(async () => {
  logTo.on('data', (lines: Buffer) => {
    for (const line of lines.toString().trim().split('\n')) logged.push(JSON.parse(line) as { level: number })
  })
  product = await startProduct({ logTo })
}, 60_000)
afterAll(() => product.close())

const failures = () => logged.filter(({ err }) => err !== undefined)

it('is in the log with its cause, and not in the answer', async () => {
  const count = (name: string) => `alter function app.${name}(text, integer, interval)`
  await product.fixture.rows(`${count('count_within')} rename to count_away`)
  const answer = await product.send({ path: '/api/sign-up/schools?query=lake' })
  await product.fixture.rows(`${count('count_away')} rename to count_within`)
  expect(answer.status).toBe(500)
  expect(answer.text).not.toMatch(/count_within|function|stack/)
  expect(failures()).toMatchObject([
    {
      path: 'accounts.signUpSchools',
      code: '42883',
      err: expect.stringContaining('count_within'),
      stack: expect.stringContaining('rate-limits.ts'),
    },
  ])
})

it('is different from refusals, which are not failures', async () => {
  const before = failures().length
  for (const path of ['/api/users', '/api/sign-up/facilities?query=x', '/api/mails/kept/none'])
    expect((await product.send({ path })).status).toBeLessThan(500)
  expect(failures()).toHaveLength(before)
})

it('is a 500 even before it is known who asks, not a database that is down', async () => {
  const own = await startProduct({ logTo })
  const token = await own.session(await own.fixture.person({ role: 'student' }))
  await own.fixture.rows('drop function app.read_session(text)')
  const before = failures().length
  const answer = await own.send({ path: '/api/profile', token })
  expect(answer.status).toBe(500)
  expect(answer.text).not.toMatch(/read_session|function|stack/)
  expect(failures().slice(before)).toMatchObject([
    { level: 50, id: expect.any(String), code: '42883', err: expect.stringContaining('read_session') },
  ])
  await own.close()
})

it('a database that is down is 503, and in the log under the request, no matter who asks', async () => {
  const own = await startProduct({ logTo })
  own.fixture.admin.on('error', () => {})
  const token = await own.session(await own.fixture.person({ role: 'student' }))
  await own.fixture.database.drop()
  const before = failures().length
  expect((await own.send({ path: '/api/profile', token })).status).toBe(503)
  expect((await own.send({ path: '/api/sign-up/schools?query=lake' })).status).toBe(503)
  const warned = failures()
    .slice(before)
    .filter(({ id }) => id !== undefined)
  expect(warned).toMatchObject([
    { level: 40, id: expect.any(String) },
    { level: 40, id: expect.any(String), path: 'accounts.signUpSchools' },
  ])
  expect(warned[0]!.id).not.toBe(warned[1]!.id)
  await Promise.allSettled([own.server.close(), own.fixture.close()])
})
