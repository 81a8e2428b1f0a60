/** What nobody has foreseen: the person is told nothing of it, and the log everything, under the same id. */
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Product, startProduct } from './testing.ts'

let product: Product
const logged: { level: number; err?: string; path?: string; code?: string; stack?: string }[] = []
beforeAll(async () => {
  const logTo = new PassThrough()
  logTo.on('data', (lines: Buffer) => {
    for (const line of lines.toString().trim().split('\n')) logged.push(JSON.parse(line) as { level: number })
  })
  product = await startProduct({ logTo })
}, 60_000)
afterAll(() => product.close())

const failures = () => logged.filter(({ err }) => err !== undefined)

it('is in the log with its cause, and not in the answer', async () => {
  await product.world.rows('drop function app.signup_schools(text)')
  const answer = await product.send({ path: '/api/sign-up/schools?query=lake' })
  expect(answer.status).toBe(500)
  expect(answer.text).not.toMatch(/signup_schools|function|stack/)
  expect(failures()).toMatchObject([
    {
      path: 'accounts.signUpSchools',
      code: '42883',
      err: expect.stringContaining('signup_schools'),
      stack: expect.stringContaining('sql.ts'),
    },
  ])
})

it('is told apart from refusals, which are no failures', async () => {
  const before = failures().length
  for (const path of ['/api/users', '/api/sign-up/facilities?query=x', '/api/mails/kept/none'])
    expect((await product.send({ path })).status).toBeLessThan(500)
  expect(failures()).toHaveLength(before)
})
