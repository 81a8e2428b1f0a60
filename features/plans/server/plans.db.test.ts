import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from '#database/testing.ts'
import { planHandlers } from './handlers.ts'

let world: World
let api: ReturnType<typeof planHandlers>
beforeAll(async () => {
  world = await createWorld()
  api = planHandlers({ config: { stripePublishableKey: undefined } })
})
afterAll(() => world.close())

it('shows the published plans to nobody in particular, in their order; students never pay', async () => {
  const { plans, payment_key } = await call(api.list, undefined, { context: await world.as(null) })
  expect(payment_key).toBeNull()
  expect(plans.length).toBeGreaterThanOrEqual(3)
  const students = plans.filter((plan) => plan.audience === 'student')
  expect(students.length).toBeGreaterThan(0)
  expect(students.every((plan) => plan.price_cents === 0)).toBe(true)
  expect(plans.every((plan) => plan.features.every((feature) => typeof feature === 'string'))).toBe(true)
})

it('keeps a plan that is not published to the superadmin', async () => {
  await world.rows(`update public.plans set is_published = false where id = 'site'`)
  const read = (person: { tokenHash: string } | null) =>
    world.act(person, (tx) => tx.selectFrom('plans').select('id').where('id', '=', 'site').execute())
  expect(await read(null)).toEqual([])
  expect(await read(await world.person({ role: 'school_admin', school: await world.school() }))).toEqual([])
  expect(await read(await world.person({ role: 'superadmin' }))).toHaveLength(1)
  await world.rows(`update public.plans set is_published = true where id = 'site'`)
})

it('lets nobody change an offer', async () => {
  for (const person of [null, await world.person({ role: 'superadmin' })])
    await expect(
      world.act(person, (tx) => tx.updateTable('plans').set({ price_cents: 0 }).execute()),
    ).rejects.toMatchObject({ code: '42501' })
})

it('hands out the payment key only where one is set', async () => {
  const paid = planHandlers({ config: { stripePublishableKey: 'pk_test_123' } })
  const { payment_key } = await call(paid.list, undefined, { context: await world.as(null) })
  expect(payment_key).toBe('pk_test_123')
})
