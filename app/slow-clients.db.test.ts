/**
 * Clients that send slowly, read slowly or come in crowds, at the same time as people who use the product: tested over real connections.
 */
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { storeFile } from '#features/files/server/public.ts'
import { type Product, startProduct } from './testing.ts'

let product: Product
let token: string
const open: Socket[] = []

beforeAll(async () => {
  product = await startProduct({
    maxInFlight: 4,
    limits: {
      headersMs: 1_500,
      bodyMs: 1_500,
      stalledAnswerMs: 1_000,
      bodiesPerOwner: 70,
      socketsPerAddress: 100,
    },
  })
  token = await product.session(await product.fixture.person({ role: 'student' }))
}, 60_000)
afterAll(() => product.close())
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
})

const host = () => new URL(product.server.url).host
const head = (line: string, ...more: string[]) =>
  [`${line} HTTP/1.1`, `host: ${host()}`, ...more, '', ''].join('\r\n')
const post = (length: number, ...more: string[]) =>
  head('POST /api/sign-in/setting', 'content-type: application/json', `content-length: ${length}`, ...more)

/** A connection on which `text` was sent: what came back, and whether it is closed. */
async function client(text: string, { reads = true } = {}) {
  const { hostname, port } = new URL(product.server.url)
  const socket = connect(Number(port), hostname)
  open.push(socket)
  const seen = { text: '', isOver: false, socket }
  socket.on('error', () => {})
  socket.once('close', () => (seen.isOver = true))
  if (reads) socket.on('data', (data) => (seen.text += data.toString()))
  else socket.pause()
  await new Promise((resolve) => socket.once('connect', resolve))
  if (text) socket.write(text)
  return seen
}

const profile = () => product.send({ path: '/api/profile', token, timeoutMs: 5_000 })

it('66 bodies that never arrive take no slot, and are cut in time', async () => {
  const slow = await Promise.all(Array.from({ length: 66 }, () => client(`${post(100)}{`)))
  for (let count = 0; count < 5; count++) expect((await profile()).status).toBe(200)
  const asked = await product.send({
    method: 'POST',
    path: '/api/sign-in/setting',
    body: { email: 'a@b.example' },
  })
  expect(asked.status).toBe(200)
  await expect.poll(() => slow.filter(({ isOver }) => isOver).length, { timeout: 6_000 }).toBe(66)
  expect(slow[0]!.text).toMatch(/^HTTP\/1\.1 408 /)
})

it('if one address sends too many bodies, the oldest is cut and the newest arrives', async () => {
  const slow: Awaited<ReturnType<typeof client>>[] = []
  for (let count = 0; count < 70; count++) slow.push(await client(`${post(100)}{`))
  const body = JSON.stringify({ email: 'a@b.example' })
  const quick = await client(`${post(body.length)}${body}`)
  await expect.poll(() => quick.text, { timeout: 6_000 }).toMatch(/^HTTP\/1\.1 200 /)
  await expect.poll(() => slow[0]!.isOver, { timeout: 6_000 }).toBe(true)
  expect(slow.at(-1)!.isOver).toBe(false)
})

it('a slow body that keeps coming arrives', async () => {
  const body = JSON.stringify({ email: 'a@b.example' })
  const slow = await client(post(body.length))
  for (const letter of body) {
    slow.socket.write(letter)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await expect.poll(() => slow.text).toMatch(/^HTTP\/1\.1 200 /)
})

it('headers that never end are cut, and so are silent connections', async () => {
  const clients = [await client('GET / HTTP/1.1\r\nx: y\r\n'), await client('')]
  await expect.poll(() => clients.every(({ isOver }) => isOver), { timeout: 8_000 }).toBe(true)
})

it('a long body from someone who is not signed in is not read', async () => {
  const ask = (length: string) => head('POST /api/sign-in/setting', 'content-type: application/json', length)
  for (const text of [
    `${ask('content-length: 900000')}{`,
    `${ask('transfer-encoding: chunked')}1\r\n{\r\n`,
  ]) {
    const answer = await client(text)
    await expect.poll(() => answer.text).toMatch(/^HTTP\/1\.1 413 /)
    await expect.poll(() => answer.isOver).toBe(true)
  }
})

it('an answer that no one reads is cut, and holds no slot meanwhile', async () => {
  // Made once, before anyone waits, because making it is slow on a busy machine.
  expect((await product.send({ path: '/api/openapi.json' })).status).toBe(200)
  const ask = head('GET /api/openapi.json')
  // Fewer than one network may request within a minute, and more megabytes each than the system buffers for a connection.
  const deaf = await Promise.all(Array.from({ length: 3 }, () => client(ask.repeat(19), { reads: false })))
  for (let count = 0; count < 5; count++) expect((await profile()).status).toBe(200)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  for (const { socket } of deaf) socket.resume()
  await expect.poll(() => deaf.every(({ isOver }) => isOver), { timeout: 8_000 }).toBe(true)
})

it('files that no one reads hold no slot', async () => {
  const { fixture } = product
  const school = await fixture.school()
  const student = await fixture.person({ role: 'student', school })
  const id = await fixture.act(student, (tx) =>
    storeFile(fixture, tx, {
      schoolId: school,
      ownerId: student.id,
      purpose: 'credential',
      name: 'Card.pdf',
      type: 'application/pdf',
      // More than the system buffers for a connection.
      content: Buffer.alloc(7_000_000, 32),
    }),
  )
  const cookie = `cookie: ${product.cookie}=${await product.session(student)}`
  const ask = head(`GET /api/files/${id}/content?reason=My%20own`, cookie)
  const deaf = await Promise.all(Array.from({ length: 4 }, () => client(ask, { reads: false })))
  for (const one of deaf)
    one.socket.once('data', (data) => {
      one.text = data.toString('latin1')
      one.socket.pause()
    })
  for (const { socket } of deaf) socket.resume()
  await expect.poll(() => deaf.every(({ text }) => text !== ''), { timeout: 8_000 }).toBe(true)
  for (let count = 0; count < 5; count++) expect((await profile()).status).toBe(200)
})

it('a client that sends dozens of requests before any is answered is cut, and a few at once are answered', async () => {
  const ask = head('GET /api/plans')
  const few = await client(ask.repeat(4))
  await expect.poll(() => few.text.match(/HTTP\/1\.1 200 /g)?.length).toBe(4)
  const many = await client(ask.repeat(200))
  await expect.poll(() => many.isOver).toBe(true)
  expect(few.isOver).toBe(false)
  expect((await profile()).status).toBe(200)
})

it("if an address has too many connections, the longest idle are closed, and people's stay", async () => {
  await profile()
  const idle: Awaited<ReturnType<typeof client>>[] = []
  for (let count = 0; count < 120; count++) idle.push(await client('GET / HT'))
  expect((await profile()).status).toBe(200)
  const closed = idle.map(({ isOver }) => isOver)
  expect(closed.filter(Boolean).length).toBeGreaterThanOrEqual(19)
  expect(closed.at(-1)).toBe(false)
})

it('a person who was here before is recognized on arrival, however many come back at once', async () => {
  // No one else is let in here: a stranger waits in vain.
  const crowd = await startProduct({ maxInFlight: 24, maxStrangersInFlight: 0 })
  try {
    const tokens: string[] = []
    for (let count = 0; count < 24; count++)
      tokens.push(await crowd.session(await crowd.fixture.person({ role: 'student' })))
    const ask = (one: string) => crowd.send({ path: '/api/profile', token: one, timeoutMs: 20_000 })
    for (const one of tokens) expect((await ask(one)).status).toBe(200)
    // The cached session has expired by then, but its owner is still known.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6_000 })
    // Until all have come, no session can be read.
    const held = crowd.fixture.rows(
      'do $$ begin lock table priv.sessions in access exclusive mode; perform pg_sleep(1.2); end $$',
    )
    await new Promise((resolve) => setTimeout(resolve, 100))
    const answers = await Promise.all(tokens.map(ask))
    await held
    expect(answers.map(({ status }) => status)).toEqual(tokens.map(() => 200))
  } finally {
    vi.useRealTimers()
    await crowd.close()
  }
}, 60_000)
