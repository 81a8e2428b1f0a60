/** The few calls that accept a long body, over HTTP: for signed-in people, up to their limit; no other call does. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MAX_FILE_BYTES } from '#features/partnerships/contract.ts'
import { largeBodies } from './api.ts'
import { type Product, startProduct } from './testing.ts'

let product: Product
let token: string
let id: string

beforeAll(async () => {
  product = await startProduct()
  const { fixture } = product
  const school = await fixture.school()
  token = await product.session(await fixture.person({ role: 'school_admin', school }))
  id = await fixture.partnership(school, await fixture.facility())
}, 60_000)
afterAll(() => product.close())

const pdf = (bytes: number) =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes - 9, 32)]).toString('base64')
const file = (bytes: number) => ({ file_id: randomUUID(), name: 'Signed.pdf', content: pdf(bytes) })
const addresses = () => largeBodies.map(({ rest }) => rest.replace(':id', id))

it('a signed-in person sends ten megabytes, over both protocols, and reads them back complete', async () => {
  const [rest] = addresses()
  const sent = file(MAX_FILE_BYTES)
  const first = await product.send({ method: 'POST', path: rest!, token, body: sent })
  expect([first.status, first.json]).toEqual([200, { id: sent.file_id }])
  const byRpc = { json: { id, ...file(1_500_000) } }
  expect((await product.send({ method: 'POST', path: largeBodies[0]!.rpc, token, body: byRpc })).status).toBe(
    200,
  )
  const back = await product.send({ path: `${rest}/${sent.file_id}`, token })
  expect(back.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(MAX_FILE_BYTES),
    'content-disposition': expect.stringMatching(/^attachment; filename="Signed.pdf"/),
    'x-content-type-options': 'nosniff',
  })
}, 30_000)

it('more than that is refused', async () => {
  const [rest] = addresses()
  const answer = await product.send({
    method: 'POST',
    path: rest!,
    token,
    body: file(MAX_FILE_BYTES + 20_000),
  })
  expect(answer.status).toBe(413)
})

it('strangers, other content types and other sites are refused', async () => {
  const [rest] = addresses()
  const body = file(2_000_000)
  const status = async (more: object) =>
    (await product.send({ method: 'POST', path: rest!, body, ...more })).status
  expect(await status({})).toBe(401)
  expect(await status({ token: 'x'.repeat(43) })).toBe(401)
  expect(await status({ token, headers: { 'content-type': 'text/plain' } })).toBe(415)
  expect(await status({ token, headers: { origin: 'https://elsewhere.example' } })).toBe(403)
})

it('every other call keeps its limit', async () => {
  for (const path of ['/api/partnerships', '/rpc/partnerships/create', `/api/partnerships/${id}/decline`])
    expect((await product.send({ method: 'POST', path, token, body: file(2_000_000) })).status).toBe(413)
})
