import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFixture, type Fixture } from '#database/testing.ts'
import { planHandlers } from './handlers.ts'

let fixture: Fixture
let api: ReturnType<typeof planHandlers>
beforeAll(async () => {
  fixture = await createFixture()
  api = planHandlers({ config: { stripePublishableKey: undefined } })
})
afterAll(() => fixture.close())

it('shows published plans to anonymous visitors, in their order; students never pay', async () => {
  const { plans, payment_key } = await call(api.list, undefined, { context: await fixture.as(null) })
  expect(payment_key).toBeNull()
  expect(plans.map(({ id }) => id)).toEqual(['student', 'site', 'program', 'college', 'system'])
  const students = plans.filter((plan) => plan.audience === 'student')
  expect(students.map((plan) => plan.price_cents)).toEqual([0])
})

it('says what a plan has in plain words', async () => {
  const { plans } = await call(api.list, undefined, { context: await fixture.as(null) })
  const words = plans.flatMap(({ summary, features }) => [summary, ...features]).join('\n')
  expect(words).toContain('You approve everyone who asks to join')
  expect(words).not.toMatch(/every?body|e-mail|\bterm\b|walls/i)
})

it('keeps a plan that is not published to the superadmin', async () => {
  await fixture.rows(`update public.plans set is_published = false where id = 'site'`)
  const read = (person: { tokenHash: string } | null) =>
    fixture.act(person, (tx) => tx.selectFrom('plans').select('id').where('id', '=', 'site').execute())
  expect(await read(null)).toEqual([])
  expect(await read(await fixture.person({ role: 'school_admin', school: await fixture.school() }))).toEqual(
    [],
  )
  expect(await read(await fixture.person({ role: 'superadmin' }))).toHaveLength(1)
  await fixture.rows(`update public.plans set is_published = true where id = 'site'`)
})

it('lets no one change a plan', async () => {
  for (const person of [null, await fixture.person({ role: 'superadmin' })])
    await expect(
      fixture.act(person, (tx) => tx.updateTable('plans').set({ price_cents: 0 }).execute()),
    ).rejects.toMatchObject({ code: '42501' })
})

it('returns the payment key only if one is set', async () => {
  const paid = planHandlers({ config: { stripePublishableKey: 'pk_test_123' } })
  const { payment_key } = await call(paid.list, undefined, { context: await fixture.as(null) })
  expect(payment_key).toBe('pk_test_123')
})
