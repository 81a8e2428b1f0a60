import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import type { Person } from '#database/testing.ts'
import {
  type Outcome,
  type ShiftEventName,
  type ShiftStatus,
  shiftStatus,
  type TrialParty,
} from '#features/shifts/contract.ts'
import { notificationsOfStep } from '../rules.ts'
import { statusAfterEvent, shiftMachine } from '#features/shifts/rules.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { shiftLifecycleHandlers } from './handlers.ts'

const lifecycle = shiftLifecycleHandlers()
let at: ShiftFixture
let people: Record<Exclude<TrialParty, 'system'>, Person | null>
let student: Person
beforeAll(async () => {
  at = await createShiftFixture()
  student = await at.fixture.person({ role: 'student', school: at.school })
  people = {
    school: at.people.ana,
    school_super: at.people.una,
    facility: at.people.frank,
    platform: at.people.sam,
    other_school: at.people.rob,
    other_facility: at.people.eve,
    proctor: at.people.marcus,
    student,
    nobody: null,
  }
})
afterAll(() => at.fixture.close())

let days = 0
/** A shift in a status, as if it had come there. */
async function inStatus(status: ShiftStatus): Promise<string> {
  days += 1
  const [{ id }] = (await at.fixture.rows<{ id: string }>(
    `insert into public.shifts (id, school_id, semester_id, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, capacity, proctor_id,
       lead_time_reason, status, submitted_at, approved_capacity, seats, seats_limit, counter, respond_by)
     select $1, $2, $3, d.day, '07:00', '15:00', 'America/Chicago', (d.day + time '07:00') at time zone 'America/Chicago', (d.day + time '15:00') at time zone 'America/Chicago',
       $4, 2, $5, 'It is a trial.', $6, case when $6 <> 'draft' then now() end, 2, 2, 'shift', case when $6 = 'countered' then '{"start_time": "08:00"}'::jsonb end, now() + interval '14 days'
     from (select current_date + 2 + $7::integer as day) d returning id`,
    [randomUUID(), at.school, at.semesters[at.school], at.ward, at.people.marcus.id, status, days % 300],
  )) as [{ id: string }]
  return id
}
const statusOf = async (id: string) => {
  const [row] = await at.fixture.rows<{ status: ShiftStatus }>(
    'select status from public.shifts where id = $1',
    [id],
  )
  return row!.status
}

const reason = 'It is a trial.'
const first = (outcomes: Outcome[]): void => {
  if (!outcomes[0]!.ok) throw new Error(outcomes[0]!.message!)
}
/** The call with which a person causes an event; the calendar's events have none. */
const calls: Partial<
  Record<ShiftEventName, (shift: { id: string; version: number }, context: never) => Promise<unknown>>
> = {
  submit: async (shift, context) =>
    first(await call(at.api.submit, { shifts: [shift], lead_time_reason: reason }, context)),
  approve: async (shift, context) =>
    first(await call(at.api.approve, { shifts: [shift], seats: null, note: reason }, context)),
  ask: (shift, context) => call(at.api.ask, { ...shift, question: 'How many nurses come?' }, context),
  answer: (shift, context) => call(at.api.answer, { ...shift, answer: 'One instructor.' }, context),
  counter: (shift, context) =>
    call(at.api.counter, { ...shift, proposal: { start_time: '08:00' }, note: reason }, context),
  accept_counter: (shift, context) => call(at.api.answerCounter, { ...shift, accept: true, reason }, context),
  decline_counter: (shift, context) =>
    call(at.api.answerCounter, { ...shift, accept: false, reason }, context),
  decline: async (shift, context) =>
    first(await call(at.api.decline, { shifts: [shift], code: 'staffing', note: reason }, context)),
  withdraw: async (shift, context) =>
    first(await call(at.api.withdraw, { shifts: [shift], reason }, context)),
  publish: async (shift, context) =>
    first(await call(at.api.publish, { shifts: [shift], to_be_named: true }, context)),
  close: (shift, context) => call(at.api.close, shift, context),
  reopen: (shift, context) => call(at.api.reopen, { ...shift, reason }, context),
  postpone: (shift, context) => call(at.api.postpone, { ...shift, reason }, context),
  cancel: async (shift, context) =>
    first(await call(at.api.cancel, { shifts: [shift], code: 'weather', reason }, context)),
}
const events = Object.keys(calls) as ShiftEventName[]
const parties = [
  'school',
  'school_super',
  'facility',
  'platform',
  'other_school',
  'other_facility',
  'proctor',
  'student',
  'nobody',
] as const

describe("the lifecycle of a shift, by people's calls", () => {
  it.each(shiftStatus.options)(
    'from %s leads where the rules say, for each party',
    async (status) => {
      const wrong: string[] = []
      let led = 0
      const stays = await inStatus(status)
      for (const event of events)
        for (const party of parties) {
          const expected = statusAfterEvent(status, event, party)
          const id = expected ? await inStatus(status) : stays
          const refused = await calls[event]!(
            await at.locked(id),
            (await at.as(people[party])) as never,
          ).then(
            () => null,
            (error: Error) => error,
          )
          const now = await statusOf(id)
          if (expected) led += 1
          if (expected ? now !== expected : !refused || now !== status)
            wrong.push(
              `${event} by ${party}: ${now} instead of ${expected ?? 'a refusal'} (${refused?.message})`,
            )
        }
      expect(wrong).toEqual([])
      // Each step of a person was really made, by everyone who may.
      expect(led).toBe(
        shiftMachine
          .filter(({ from, event }) => from === status && events.includes(event))
          .flatMap(({ event }) => parties.filter((party) => statusAfterEvent(status, event, party))).length,
      )
    },
    60_000,
  )
})

describe('who is notified', () => {
  const notifiedParties = () =>
    ({ facility: at.people.frank, instructor: at.people.marcus, school: at.people.ana, student }) as const
  const heard = async () => {
    const found: { to: string; title: string }[] = []
    for (const [to, person] of Object.entries(notifiedParties()))
      found.push(...(await receivedBy(at.fixture, person)).map(({ title }) => ({ to, title })))
    return found
  }

  it.each([
    ['draft', 'submit', 'school'],
    ['pending_facility', 'approve', 'facility'],
    ['pending_facility', 'ask', 'facility'],
    ['needs_info', 'answer', 'school'],
    ['pending_facility', 'counter', 'facility'],
    ['countered', 'accept_counter', 'school'],
    ['countered', 'decline_counter', 'school'],
    ['pending_facility', 'decline', 'facility'],
    ['pending_facility', 'withdraw', 'school'],
    ['approved', 'publish', 'school'],
    ['published', 'postpone', 'school'],
    ['published', 'cancel', 'school'],
  ] as const)('in status %s, of %s', async (status, event, party) => {
    const id = await inStatus(status)
    const hasStudent = ['approved', 'published'].includes(status)
    if (hasStudent)
      await at.fixture.rows(
        `insert into public.assignments (shift_id, school_id, student_id, status, during, busy)
         select x.id, x.school_id, $2, 'assigned', tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at) from public.shifts x where x.id = $1`,
        [id, student.id],
      )
    await at.fixture.rows('delete from public.notifications')
    await calls[event]!(await at.locked(id), (await at.as(people[party])) as never)
    expect(notificationsOfStep[event]).not.toHaveLength(0)
    expect(await heard()).toEqual(notificationsOfStep[event])
  })
})

describe('the steps in the database', () => {
  it('are the rules, and are read only by the superadmin', async () => {
    const steps = await call(lifecycle.steps, undefined, await at.as(at.people.sam))
    const sorted = (list: readonly object[]) => list.map((one) => JSON.stringify(one)).toSorted()
    expect(sorted(steps)).toEqual(
      sorted(shiftMachine.map(({ event, from, to, who }) => ({ event, from, to, who }))),
    )
    for (const who of [at.people.ana, at.people.una, at.people.frank, at.people.marcus])
      await expect(call(lifecycle.steps, undefined, await at.as(who))).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
    await expect(call(lifecycle.steps, undefined, await at.as(null))).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
  })
})
