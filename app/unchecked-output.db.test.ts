/** Answers that are sent as they are read: over HTTP they have exactly the fields of the contract, nothing missing and nothing more. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { assignmentHandlers } from '#features/assignments/server/handlers.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { everyCall, type Product, startProduct } from './testing.ts'

const calls = everyCall().filter(({ meta }) => meta.skipsOutputChecks)
let base: ShiftFixture
let product: Product
let token: string

beforeAll(async () => {
  base = await createShiftFixture()
  product = await startProduct({ fixture: base.fixture })
  const { school, today, people } = base
  const jenna = await base.fixture.person({ role: 'student', school })
  const seats = assignmentHandlers()
  const taken = await base.published({ proctor_id: people.marcus.id })
  await call(seats.ask, { id: randomUUID(), shift_id: taken }, await base.as(jenna))
  const full = await base.published({ date: addDays(today, 45), capacity: 1 })
  const first = await base.fixture.person({ role: 'student', school })
  await call(seats.ask, { id: randomUUID(), shift_id: full }, await base.as(first))
  await call(seats.joinWaitlist, { id: randomUUID(), shift_id: full }, await base.as(jenna))
  await base.published({ date: addDays(today, 50), facility_id: base.icu, specialty: 'icu' })
  await base.fixture.rows(
    `insert into public.notifications (recipient_id, title, message, type, data) values ($1, 'A', 'B', 'seat_changed', '{"action_url": "/x"}')`,
    [jenna.id],
  )
  token = await product.session(jenna)
}, 60_000)
afterAll(() => product.close())

it('at least one call answers this way', () => {
  expect(calls.map(({ name }) => name).toSorted()).toEqual([
    'assignments.atSignIn',
    'assignments.available',
    'assignments.mine',
    'notifications.list',
  ])
})

describe.each(calls)('$name', ({ name, path, output }) => {
  it('has each field of its contract and no other', async () => {
    const { status, json, headers } = await product.send({ path, token })
    expect({ status, type: headers['content-type'] }).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
    })
    expect(output!.parse(json)).toEqual(json)
    expect(JSON.stringify(json).length).toBeGreaterThan(200)
  })

  it('is the same over the other protocol', async () => {
    const rest = await product.send({ path, token })
    const rpc = await product.send({
      method: 'POST',
      path: `/rpc/${name.replace('.', '/')}`,
      body: { json: name.endsWith('list') || name.endsWith('atSignIn') ? undefined : {} },
      token,
    })
    expect(rpc.json).toEqual({ json: rest.json })
  })

  it('is refused like any other', async () => {
    expect((await product.send({ path })).status).toBe(401)
  })
})
