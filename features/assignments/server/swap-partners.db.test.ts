/** The classmates a student may swap with: only possible exchanges, and nothing else about classmates. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { assignmentHandlers } from './handlers.ts'

const api = assignmentHandlers()
let at: ShiftFixture
let pia: Person
let quentin: Person
let rosa: Person
let outsider: Person
let day = 40
const nextDay = () => addDays(at.today, (day += 3))
const on = (date: string, more: object = {}) =>
  at.published({ date, signup_mode: 'self_signup', signup_policy: 'first_come', capacity: 2, ...more })
const take = async (who: Person, id: string) =>
  (await call(api.ask, { id: randomUUID(), shift_id: id }, await at.as(who))).id
const partnersOf = async (seat: string, who: Person | null) =>
  call(api.swapPartners, { id: seat }, await at.as(who))
const propose = async (seat: string, to: Person, other: string | null, by: Person) =>
  call(
    api.proposeSwap,
    { id: randomUUID(), assignment_id: seat, to_student_id: to.id, other_assignment_id: other },
    await at.as(by),
  )

beforeAll(async () => {
  at = await createShiftFixture()
})
afterAll(() => at.fixture.close())
beforeEach(async () => {
  const { fixture, school, today } = at
  ;[pia, quentin, rosa, outsider] = (await Promise.all(
    ['Pia Lang', 'Quentin Ode', 'Rosa Diaz', 'Otto Side'].map((fullName) =>
      fixture.person({ role: 'student', school, fullName }),
    ),
  )) as [Person, Person, Person, Person]
  await fixture.rows(
    `with class as (insert into public.cohorts (school_id, name, start_date, expected_graduation, status) values ($1, $4, $2, $3, 'active') returning *)
     insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) select c.id, c.school_id, u.id, c.start_date from class c, unnest($5::uuid[]) u (id)`,
    [school, addDays(today, -10), addDays(today, 600), randomUUID(), [pia.id, quentin.id, rosa.id]],
  )
})

it('lists seats that could actually be exchanged, and no other shift of a classmate', async () => {
  const [first, second, third] = [nextDay(), nextDay(), nextDay()]
  const mine = await take(pia, await on(first))
  const possible = await take(quentin, await on(second))
  // Pia works that day herself, so this seat of Quentin's cannot be given in return, and is not listed.
  await take(quentin, await on(third))
  await take(pia, await on(third, { facility_id: at.icu }))
  // No one outside the cohort, and none of their seats.
  await take(outsider, await on(nextDay()))
  expect(await partnersOf(mine, pia)).toEqual([
    {
      student_id: quentin.id,
      full_name: 'Quentin Ode',
      can_take: true,
      exchanges: [
        {
          assignment_id: possible,
          date: second,
          start_time: '07:00',
          end_time: '15:00',
          location: expect.any(String),
        },
      ],
    },
    { student_id: rosa.id, full_name: 'Rosa Diaz', can_take: true, exchanges: [] },
  ])
})

it('leaves out a busy classmate, or lists only the seat that would make room', async () => {
  const [first, second] = [nextDay(), nextDay()]
  const mine = await take(pia, await on(first))
  // Quentin is elsewhere that day, so only that seat could be exchanged for it.
  const sameDay = await take(quentin, await on(first, { facility_id: at.icu }))
  await take(quentin, await on(second))
  // Rosa has two that day, so giving up one of them does not help.
  await take(rosa, await on(first, { start_time: '06:00', end_time: '10:00', facility_id: at.icu }))
  await take(rosa, await on(first, { start_time: '11:00', end_time: '16:00', facility_id: at.icu }))
  const partners = await partnersOf(mine, pia)
  expect(partners).toMatchObject([
    { student_id: quentin.id, can_take: false, exchanges: [{ assignment_id: sameDay }] },
  ])
  expect(JSON.stringify(partners)).not.toMatch(/06:00|Another shift/)
})

it('offers exactly what the swap then accepts', async () => {
  await at.fixture.rows(`update public.schools set settings = '{"self_signup": true}' where id = $1`, [
    at.school,
  ])
  const [first, second] = [nextDay(), nextDay()]
  const mine = await take(pia, await on(first))
  const sameDay = await take(quentin, await on(first, { facility_id: at.icu }))
  const later = await take(quentin, await on(second))
  for (const other of [null, later])
    await expect(propose(mine, quentin, other, pia)).rejects.toThrow('This swap is not possible')
  const { id } = await (async () => {
    const swap = randomUUID()
    await call(
      api.proposeSwap,
      { id: swap, assignment_id: mine, to_student_id: quentin.id, other_assignment_id: sameDay },
      await at.as(pia),
    )
    return { id: swap }
  })()
  expect(await call(api.answerSwap, { id, accept: true }, await at.as(quentin))).toEqual({ status: 'done' })
  await at.fixture.rows(`update public.schools set settings = '{}' where id = $1`, [at.school])
})

it('never exchanges a seat that makes up hours: they would still be owed', async () => {
  const [mine, owed] = [await take(pia, await on(nextDay())), await take(quentin, await on(nextDay()))]
  await at.fixture.rows(`update public.assignments set makeup_for = $2, source = 'makeup' where id = $1`, [
    owed,
    mine,
  ])
  expect(await partnersOf(mine, pia)).toMatchObject([{ can_take: true, exchanges: [] }, { can_take: true }])
  await expect(propose(mine, quentin, owed, pia)).rejects.toThrow('This swap is not possible')
  await expect(partnersOf(owed, quentin)).rejects.toThrow('makes up hours you owe')
  await expect(propose(owed, pia, null, quentin)).rejects.toThrow('makes up hours you owe')
})

it('of a seat that makes up hours, proposed before that was refused, is never carried out', async () => {
  const [mine, owed] = [await take(pia, await on(nextDay())), await take(quentin, await on(nextDay()))]
  const id = randomUUID()
  await call(
    api.proposeSwap,
    { id, assignment_id: mine, to_student_id: quentin.id, other_assignment_id: owed },
    await at.as(pia),
  )
  await at.fixture.rows(`update public.assignments set makeup_for = $2, source = 'makeup' where id = $1`, [
    owed,
    mine,
  ])
  await expect(call(api.answerSwap, { id, accept: true }, await at.as(quentin))).rejects.toMatchObject({
    data: { code: 'swap.makeup_seat' },
  })
  await expect(
    at.fixture.rows(`update public.shift_swaps set status = 'done' where id = $1`, [id]),
  ).rejects.toThrow('swap.seat_gone')
  expect(await call(api.answerSwap, { id, accept: false }, await at.as(quentin))).toEqual({
    status: 'declined',
  })
})

it('is only for the holder of the seat, before the shift begins', async () => {
  const shift = await on(nextDay())
  const mine = await take(pia, shift)
  for (const who of [quentin, outsider])
    await expect(partnersOf(mine, who)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(partnersOf(mine, at.people.ana)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(partnersOf(mine, null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  // The function also checks: it returns nothing even without the query in front of it.
  for (const who of [quentin, outsider, at.people.ana]) {
    const rows = await at.fixture.act(who, (tx) =>
      tx.selectNoFrom((eb) => eb.fn<unknown>('app.swap_options', [eb.val(mine)]).as('option')).execute(),
    )
    expect(rows).toEqual([])
  }
  await call(api.drop, { id: mine }, await at.as(pia))
  await expect(partnersOf(mine, pia)).rejects.toMatchObject({
    code: 'CONFLICT',
    data: { code: 'swap.not_open' },
  })
})

it('never names a classmate who opted out, and refuses a swap with them', async () => {
  await at.fixture.rows('update public.users set directory_opt_out_at = now() where id = $1', [quentin.id])
  const mine = await take(pia, await on(nextDay()))
  const theirs = await take(quentin, await on(nextDay()))
  expect((await partnersOf(mine, pia)).map(({ full_name: name }) => name)).toEqual(['Rosa Diaz'])
  for (const other of [null, theirs])
    await expect(propose(mine, quentin, other, pia)).rejects.toThrow('This swap is not possible')
  // They may still propose one themselves, and are named in it to the classmate they chose.
  await propose(theirs, pia, mine, quentin)
  expect(await call(api.swaps, {}, await at.as(pia))).toMatchObject({
    rows: [{ from_name: 'Quentin Ode' }],
  })
})

it('removes the name of a classmate who opts out later from the list and the file of swaps', async () => {
  const mine = await take(pia, await on(nextDay()))
  await propose(mine, quentin, null, pia)
  const names = async (who: Person) =>
    (await call(api.swaps, {}, await at.as(who))).rows.map(({ to_name: name }) => name)
  expect(await names(pia)).toEqual(['Quentin Ode'])
  await at.fixture.rows('update public.users set directory_opt_out_at = now() where id = $1', [quentin.id])
  expect(await names(pia)).toEqual(['A classmate'])
  expect(await names(quentin)).toEqual(['Quentin Ode'])
  const { body } = await call(api.export, { format: 'csv', part: 'swaps' }, await at.as(pia))
  expect(await new Response(body as ReadableStream).text()).not.toContain('Quentin')
  expect(await names(at.people.ana)).toContain('Quentin Ode')
})
