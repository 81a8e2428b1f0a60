/** The private calendar address as a calendar program uses it: over HTTP, without a sign-in. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Product, startProduct } from './testing.ts'

let product: Product
let address: string
let token: string
beforeAll(async () => {
  product = await startProduct()
  const school = await product.fixture.school()
  const proctor = await product.fixture.person({ role: 'proctor', school })
  token = await product.session(proctor)
  const { json } = await product.send({ method: 'POST', path: '/api/calendar-feed', token })
  address = new URL((json as { url: string }).url).pathname
}, 60_000)
afterAll(() => product.close())

it('is read without a cookie, as a calendar, and not cached on the way', async () => {
  const answer = await product.send({ path: address })
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'inline; filename="placewell.ics"',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.headers['set-cookie']).toBeUndefined()
  expect(answer.text).toMatch(/^BEGIN:VCALENDAR\r\n[^]*END:VCALENDAR\r\n$/)
  const again = await product.send({ path: address, headers: { 'if-none-match': answer.headers.etag } })
  expect([again.status, again.text]).toEqual([304, ''])
})

it('answers 404 for an unknown address, 410 for one that was turned off, and only allows reading', async () => {
  expect((await product.send({ path: '/calendar/nothing.ics' })).status).toBe(404)
  expect((await product.send({ path: '/calendar/a/b' })).status).toBe(404)
  expect((await product.send({ method: 'POST', path: address, body: {} })).status).toBe(405)
  expect((await product.send({ method: 'DELETE', path: '/api/calendar-feed', token })).status).toBe(200)
  const gone = await product.send({ path: address })
  expect([gone.status, gone.json]).toMatchObject([410, { message: expect.stringContaining('turned off') }])
})
