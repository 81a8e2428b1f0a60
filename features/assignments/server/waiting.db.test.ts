/** The list of what the school needs to decide: who may read it, and what it contains. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { assignmentHandlers } from './handlers.ts'

let at: ShiftFixture
let jenna: Person
const api = assignmentHandlers()
beforeAll(async () => {
  at = await createShiftFixture()
  jenna = await at.fixture.person({ role: 'student', school: at.school })
})
afterAll(() => at.fixture.close())

const waiting = async (who: Person | null) => call(api.waiting, {}, await at.as(who))

it('contains requests, requests to be taken off and conflicts of upcoming shifts, only for the school', async () => {
  const shift = await at.published({ signup_mode: 'request' })
  const id = randomUUID()
  await call(api.ask, { id, shift_id: shift, note: 'I need the hours.' }, await at.as(jenna))
  expect(await waiting(at.people.ana)).toMatchObject([
    { id, kind: 'request', note: 'I need the hours.', shift: { shift_id: shift, unit: '5 East, North' } },
  ])

  await call(api.decide, { id, decision: 'assign' }, await at.as(at.people.ana))
  expect(await waiting(at.people.ana)).toEqual([])
  const conflict = async () => call(api.noteConflict, { id, note: 'A wedding.' }, await at.as(jenna))
  await expect(conflict()).rejects.toThrow('You can still drop this shift online.')
  await at.fixture.rows(`update public.shifts set drop_cutoff_at = now() where id = $1`, [shift])
  await expect(conflict()).rejects.toThrow('Ask to be taken off instead.')
  await at.fixture.rows(`update public.assignments set moved_at = now() where id = $1`, [id])
  await conflict()
  await expect(conflict()).rejects.toThrow('Your coordinator already knows')
  await call(api.askToDrop, { id, reason: 'My child is ill.' }, await at.as(jenna))
  expect((await waiting(at.people.una)).map(({ kind, note }) => [kind, note])).toEqual([
    ['conflict', 'A wedding.'],
    ['drop', 'My child is ill.'],
  ])
  // A second tab asks nothing new.
  const again = async () => call(api.askToDrop, { id, reason: 'Please.' }, await at.as(jenna))
  await expect(again()).rejects.toThrow('Your coordinator already knows')

  // Taken back, both leave the queue. The seat stays the student's.
  const stay = async (who: Person) => call(api.stay, { id }, await at.as(who))
  await expect(stay(at.people.ana)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await stay(jenna)
  expect(await waiting(at.people.ana)).toEqual([])
  expect(
    await at.fixture.rows(
      `select a.status, e.event, e.actor_id from public.assignments a join public.shift_events e on e.assignment_id = a.id
       where a.id = $1 order by e.id desc limit 1`,
      [id],
    ),
  ).toEqual([{ status: 'assigned', event: 'seat_keep', actor_id: jenna.id }])
  expect((await receivedBy(at.fixture, at.people.ana)).map(({ title }) => title)).toContainEqual(
    expect.stringMatching('stays on a shift'),
  )
  await expect(stay(jenna)).rejects.toThrow('already been answered or taken back')

  // Decided first, there is nothing to take back.
  await call(api.askToDrop, { id, reason: 'My child is ill.' }, await at.as(jenna))
  await call(api.keep, { id, reason: 'Nobody else can come.' }, await at.as(at.people.ana))
  await expect(stay(jenna)).rejects.toThrow('already been answered or taken back')
  await call(api.askToDrop, { id, reason: 'My child is ill.' }, await at.as(jenna))
  await call(api.remove, { id, code: 'schedule', reason: 'Get well.' }, await at.as(at.people.ana))
  await expect(stay(jenna)).rejects.toThrow('This seat is now removed')

  expect(await waiting(at.people.rob)).toEqual([])
  // Without a selected school, the superadmin reads none.
  expect(await waiting(at.people.sam)).toEqual([])
  for (const who of [jenna, at.people.marcus, at.people.frank])
    await expect(waiting(who)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(waiting(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

it('has nothing of a shift that has begun: what a phone sent too late is refused', async () => {
  const ben = await at.fixture.person({ role: 'student', school: at.school })
  const shift = await at.published({ signup_mode: 'request', date: addDays(at.today, 91) })
  const id = randomUUID()
  await call(api.ask, { id, shift_id: shift, note: null }, await at.as(ben))
  await call(api.decide, { id, decision: 'assign' }, await at.as(at.people.ana))
  await at.shiftTime(shift, '-10 minutes')
  const asking = async () => call(api.askToDrop, { id, reason: 'I am ill.' }, await at.as(ben))
  await expect(asking()).rejects.toThrow('The shift has begun. Talk to your instructor.')
  expect(
    await at.fixture.rows(`select status, drop_asked_at from public.assignments where id = $1`, [id]),
  ).toEqual([{ status: 'assigned', drop_asked_at: null }])
})

it('marks shifts whose seats are all taken', async () => {
  const ben = await at.fixture.person({ role: 'student', school: at.school })
  const shift = await at.published({ signup_mode: 'request', capacity: 1, date: addDays(at.today, 90) })
  const id = randomUUID()
  await call(api.ask, { id, shift_id: shift, note: null }, await at.as(ben))
  const isFull = async () => (await waiting(at.people.ana)).find((row) => row.id === id)?.shift.is_full
  expect(await isFull()).toBe(false)
  const other = await at.fixture.person({ role: 'student', school: at.school })
  const given = await call(
    api.assign,
    { shift_id: shift, student_ids: [other.id] },
    await at.as(at.people.ana),
  )
  expect(given).toMatchObject([{ student_id: other.id, rule: null }])
  expect(await isFull()).toBe(true)
})
