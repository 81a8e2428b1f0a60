/** Messages against real PostgreSQL: whom each audience means, who is notified of what, who has read it, and who may write to whom. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import type { Person } from '#database/testing.ts'
import { createUnit, type Unit } from '#features/attendance/server/fake.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Audience } from '../contract.ts'
import { deliverMessage, noteReaders } from './commands/deliver-messages.ts'
import { messageHandlers } from './handlers.ts'

const api = messageHandlers()
let at: Unit
let fixture: Unit['world']
let ana: Person
let students: Person[]
let shift: Awaited<ReturnType<Unit['running']>>
beforeAll(async () => {
  at = await createUnit()
  ;({ world: fixture } = at)
  ana = at.people.ana
  students = await at.students(3)
  shift = await at.running('-2 days', students.slice(0, 2))
})
afterAll(() => fixture.close())

const words = { title: 'Snow day', message: 'Clinicals are off tomorrow. Stay home.', is_urgent: false }
const send = async (who: Person, audience: Audience, more: object = {}) =>
  call(api.send, { id: randomUUID(), audience, ...words, ...more }, await at.as(who))
const reach = async (who: Person, audience: Audience) => call(api.reach, { audience }, await at.as(who))
const asWorker = <Result>(work: Parameters<typeof withActor<Result>>[2]) =>
  withActor(fixture.workerPool, null, work)
/** All that waits. */
const deliver = async () => {
  while (await asWorker((tx) => deliverMessage(tx)));
}
const got = async (who: Person) =>
  (await receivedBy(fixture, who)).filter(({ type }) => type.endsWith('message'))
const codeOf = async (done: Promise<unknown>) =>
  done.then(
    () => 'done',
    (error: { data?: { code?: string }; code: string; message: string }) =>
      error.data?.code ?? (error.code === 'BAD_REQUEST' ? error.message : error.code),
  )
const onShift = (more: object = {}): Audience => ({
  kind: 'shifts',
  shift_ids: [shift.id],
  with_instructors: true,
  ...more,
})

describe('whom a message is for', () => {
  it('a roster is who holds a seat on the shift, with its instructors where wanted', async () => {
    expect(await reach(ana, onShift())).toMatchObject({ people: 3, students: 2, instructors: 1, schools: 0 })
    expect(await reach(ana, onShift({ with_instructors: false }))).toMatchObject({
      people: 2,
      instructors: 0,
    })
  })

  it('a site and its days are everyone on the shifts there, each once', async () => {
    const day = (await fixture.rows<{ date: string }>('select date::text from public.shifts where id = $1', [shift.id]))[0]!.date // prettier-ignore
    const there = (from: string, to = from): Audience => ({
      kind: 'site',
      facility_id: at.north,
      from,
      to,
      with_instructors: false,
    })
    expect(await reach(ana, there(day))).toMatchObject({ people: 2, students: 2 })
    expect(await reach(ana, there('2020-01-01'))).toMatchObject({ people: 0 })
    expect(await codeOf(reach(ana, there(day, '2020-01-01')))).toBe('message.days_reversed')
  })

  it('a cohort is its students of today', async () => {
    const cohort = randomUUID()
    await fixture.rows(
      `insert into public.cohorts (id, school_id, name, start_date, expected_graduation, status) values ($1, $2, 'BSN Test', current_date - 100, current_date + 500, 'active')`,
      [cohort, at.school],
    )
    await fixture.rows(
      `insert into public.cohort_memberships (student_id, school_id, cohort_id, from_date, to_date, end_reason) values
         ($3, $2, $1, current_date - 90, null, null), ($4, $2, $1, current_date - 90, current_date - 3, 'withdrew')`,
      [cohort, at.school, students[0]!.id, students[1]!.id],
    )
    expect(await reach(ana, { kind: 'cohorts', cohort_ids: [cohort] })).toMatchObject({ students: 1 })
  })

  it('a school is its students, its instructors or both', async () => {
    const of = await fixture.rows<{ role: string; count: number }>(
      `select role, count(*)::integer as count from public.users where linked_school_id = $1 and status = 'active' and email_verified
         and role in ('student', 'proctor') group by 1`,
      [at.school],
    )
    const known = Object.fromEntries(of.map(({ role, count }) => [role, count]))
    expect(await reach(ana, { kind: 'school', group: 'everyone' })).toEqual({
      audience_name: 'All students and instructors',
      students: known['student'],
      instructors: known['proctor'],
      people: known['student']! + known['proctor']!,
      schools: 0,
    })
    expect(await reach(ana, { kind: 'school', group: 'students' })).toMatchObject({ instructors: 0 })
  })
})

describe('what becomes of it', () => {
  it('each is notified once, with the sender, the words and the shift', async () => {
    const id = randomUUID()
    expect(await call(api.send, { id, audience: onShift(), ...words }, await at.as(ana))).toEqual({
      recipients: 3,
    })
    // Pressed twice.
    expect(await call(api.send, { id, audience: onShift(), ...words }, await at.as(ana))).toEqual({
      recipients: 3,
    })
    await Promise.all([deliver(), deliver()])
    await deliver()
    const messages = await got(students[0]!)
    expect(messages).toHaveLength(1)
    expect(messages[0]).toMatchObject({
      type: 'message',
      title: 'Snow day',
      data: { action_url: `/shift/${shift.id}` },
      mails: 1,
    })
    expect(messages[0]!.message).toContain('Clinicals are off tomorrow. Stay home.\n\n')
    expect(await got(students[2]!)).toEqual([])
    expect(await codeOf(call(api.send, { id, audience: onShift(), ...words, title: 'Other' }, await at.as(ana)))).toBe('message.sent_otherwise') // prettier-ignore
  })

  it('the sender sees who has read it', async () => {
    const id = randomUUID()
    await call(api.send, { id, audience: onShift({ with_instructors: false }), ...words }, await at.as(ana))
    await deliver()
    await fixture.rows(
      `update public.notifications set is_read = true, read_at = now() where recipient_id = $1 and dedupe_key = $2`,
      [students[1]!.id, `message ${id}`],
    )
    await asWorker((tx) => noteReaders(tx))
    const row = (await call(api.list, { search: 'snow' }, await at.as(ana))).rows.find((one) => one.id === id)
    expect(row).toMatchObject({ recipients: 2, have_read: 1, audience_name: expect.stringContaining('Unit') })
    const seen = await call(api.get, { id }, await at.as(ana))
    expect(seen.people.map(({ user_id, read_at }) => [user_id, read_at !== null])).toEqual([
      [students[0]!.id, false],
      [students[1]!.id, true],
    ])
    expect((await call(api.get, { id, show: 'unread' }, await at.as(ana))).total).toBe(1)
  })

  it('an urgent one is of a kind of its own, whose mail waits for no morning', async () => {
    await send(ana, onShift(), { is_urgent: true, title: 'Urgent one' })
    await deliver()
    expect((await got(students[0]!)).find(({ title }) => title === 'Urgent one')?.type).toBe('urgent_message')
  })
})

describe('who may write to whom', () => {
  it('not to another school’s people, by any audience', async () => {
    const stranger = at.people.rob
    expect(await reach(stranger, onShift())).toMatchObject({ people: 0 })
    expect(await codeOf(send(stranger, onShift()))).toBe('message.reaches_no_one')
    expect(await codeOf(send(stranger, { kind: 'partners', facility_ids: [] }))).toBe('message.not_theirs')
  })

  it('not where there is no one, and nothing stays', async () => {
    const before = (await call(api.list, {}, await at.as(ana))).total
    expect(await codeOf(send(ana, { kind: 'cohorts', cohort_ids: [randomUUID()] }))).toBe(
      'message.reaches_no_one',
    )
    expect((await call(api.list, {}, await at.as(ana))).total).toBe(before)
  })

  it('another school sees nothing of it', async () => {
    const id = randomUUID()
    await call(api.send, { id, audience: onShift(), ...words }, await at.as(ana))
    const stranger = at.people.rob
    await fixture.person({ role: 'student', school: at.otherSchool })
    expect((await call(api.list, {}, await at.as(stranger))).rows).toEqual([])
    expect(await codeOf(call(api.get, { id }, await at.as(stranger)))).toBe('message.not_found')
    expect(await codeOf(call(api.send, { id, audience: { kind: 'school', group: 'everyone' }, ...words }, await at.as(stranger)))).toBe('message.sent_otherwise') // prettier-ignore
  })

  it('a student and an instructor write none', async () => {
    expect(await codeOf(send(students[0]!, onShift()))).toBe('FORBIDDEN')
    expect(await codeOf(send(shift.lead, onShift()))).toBe('FORBIDDEN')
  })

  it('a facility writes to its partner schools, whose administrators read it; to no one else', async () => {
    const frank = at.people.frank
    expect(await reach(frank, { kind: 'partners', facility_ids: [] })).toMatchObject({
      people: 0,
      schools: 2,
    })
    await send(frank, { kind: 'partners', facility_ids: [] }, { title: 'New badge office hours' })
    await deliver()
    expect((await got(ana)).map(({ title }) => title)).toContain('New badge office hours')
    expect((await got(students[0]!)).map(({ title }) => title)).not.toContain('New badge office hours')
    expect(await codeOf(send(frank, onShift()))).toBe('message.not_theirs')
    const [row] = (await call(api.list, {}, await at.as(frank))).rows
    expect(row).toMatchObject({ title: 'New badge office hours', recipients: 2, have_read: 0 })
    await fixture.rows(`update public.notifications set is_read = true, read_at = now() where recipient_id = $1`, [ana.id]) // prettier-ignore
    await asWorker((tx) => noteReaders(tx))
    expect((await call(api.get, { id: row!.id }, await at.as(frank))).have_read).toBe(1)
  })
})
