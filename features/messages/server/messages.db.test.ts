/** Messages against real PostgreSQL: the recipients of each audience, notifications, reading, and access. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { createUnit, type Unit } from '#features/attendance/server/fake.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Audience } from '../contract.ts'
import { deliverMessage, deliverReminder, noteReaders } from './commands/deliver-messages.ts'
import { sendAtOf } from '../rules.ts'
import { messageHandlers } from './handlers.ts'
import { takeTurns } from './worker.ts'

const api = messageHandlers()
let at: Unit
let fixture: Unit['fixture']
let ana: Person
let students: Person[]
let shift: Awaited<ReturnType<Unit['running']>>
beforeAll(async () => {
  at = await createUnit()
  ;({ fixture } = at)
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
/** Delivers everything pending. */
const deliver = async () => {
  while (await asWorker(deliverMessage));
  while (await asWorker(deliverReminder));
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

describe('the audience of a message', () => {
  it('a roster is the students with a seat on the shift, optionally with its instructors', async () => {
    expect(await reach(ana, onShift())).toMatchObject({ people: 3, students: 2, instructors: 1, schools: 0 })
    expect(await reach(ana, onShift({ with_instructors: false }))).toMatchObject({
      people: 2,
      instructors: 0,
    })
  })

  it('a site on some days is everyone on the shifts there, each once', async () => {
    const day = (
      await fixture.rows<{ date: string }>('select date::text from public.shifts where id = $1', [shift.id])
    )[0]!.date
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

  it('a cohort is its current students', async () => {
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
    expect(await reach(ana, { kind: 'school', group: 'everyone' })).toMatchObject({
      audience_name: 'All students and instructors',
      students: known['student'],
      instructors: known['proctor'],
      people: known['student']! + known['proctor']!,
      schools: 0,
    })
    expect(await reach(ana, { kind: 'school', group: 'students' })).toMatchObject({ instructors: 0 })
  })
})

describe('after sending', () => {
  it('each recipient is notified once, with the sender, the text and the shift', async () => {
    const id = randomUUID()
    expect(await call(api.send, { id, audience: onShift(), ...words }, await at.as(ana))).toEqual({
      recipients: 3,
    })
    // Sent twice.
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
    expect(
      await codeOf(call(api.send, { id, audience: onShift(), ...words, title: 'Other' }, await at.as(ana))),
    ).toBe('message.sent_otherwise')
  })

  it('the sender sees who has read it', async () => {
    const id = randomUUID()
    await call(api.send, { id, audience: onShift({ with_instructors: false }), ...words }, await at.as(ana))
    await deliver()
    await fixture.rows(
      `update public.notifications set is_read = true, read_at = now() where recipient_id = $1 and dedupe_key = $2`,
      [students[1]!.id, `message ${id}`],
    )
    await asWorker(noteReaders)
    const row = (await call(api.list, { search: 'snow' }, await at.as(ana))).rows.find((one) => one.id === id)
    expect(row).toMatchObject({ recipients: 2, have_read: 1, audience_name: expect.stringContaining('Unit') })
    const seen = await call(api.get, { id }, await at.as(ana))
    expect(seen.people.map(({ user_id, read_at }) => [user_id, read_at !== null])).toEqual([
      [students[0]!.id, false],
      [students[1]!.id, true],
    ])
    expect((await call(api.get, { id, show: 'unread' }, await at.as(ana))).total).toBe(1)
  })

  it('an urgent one has its own notification type, which is mailed at once', async () => {
    await send(ana, onShift(), { is_urgent: true, title: 'Urgent one' })
    await deliver()
    expect((await got(students[0]!)).find(({ title }) => title === 'Urgent one')?.type).toBe('urgent_message')
  })
})

describe('permissions', () => {
  it('no audience reaches another school’s people', async () => {
    const stranger = at.people.rob
    expect(await reach(stranger, onShift())).toMatchObject({ people: 0 })
    expect(await codeOf(send(stranger, onShift()))).toBe('message.reaches_no_one')
    expect(await codeOf(send(stranger, { kind: 'partners', facility_ids: [] }))).toBe('message.not_theirs')
  })

  it('a message without recipients is refused, and nothing is stored', async () => {
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
    for (const [selected, isShown] of [
      [null, true],
      [at.school, true],
      [at.otherSchool, false],
    ] as const) {
      await at.fixture.selectSchool(at.people.sam, selected)
      const { rows } = await call(api.list, { page_size: 100 }, await at.as(at.people.sam))
      expect(rows.some((one) => one.id === id)).toBe(isShown)
    }
    expect(await codeOf(call(api.get, { id }, await at.as(stranger)))).toBe('message.not_found')
    expect(
      await codeOf(
        call(
          api.send,
          { id, audience: { kind: 'school', group: 'everyone' }, ...words },
          await at.as(stranger),
        ),
      ),
    ).toBe('message.sent_otherwise')
  })

  it('a student cannot write', async () => {
    expect(await codeOf(send(students[0]!, onShift()))).toBe('FORBIDDEN')
  })

  it('a facility writes to its partner schools, whose administrators read it, and to no one else', async () => {
    const frank = at.people.frank
    expect(await reach(frank, { kind: 'partners', facility_ids: [] })).toMatchObject({
      people: 0,
      schools: 2,
    })
    // To a single partner, and to no school that isn't one.
    const strangers = await fixture.school('Elsewhere')
    expect(await reach(frank, { kind: 'partner', school_id: strangers })).toMatchObject({ schools: 0 })
    expect(await codeOf(send(frank, { kind: 'partner', school_id: strangers }))).toBe(
      'message.reaches_no_one',
    )
    await send(frank, { kind: 'partner', school_id: at.otherSchool }, { title: 'Your badges' })
    await deliver()
    expect((await got(ana)).map(({ title }) => title)).not.toContain('Your badges')
    const [one] = (await call(api.list, {}, await at.as(frank))).rows
    expect(one).toMatchObject({ title: 'Your badges', recipients: 1 })
    await send(frank, { kind: 'partners', facility_ids: [] }, { title: 'New badge office hours' })
    await deliver()
    expect((await got(ana)).map(({ title }) => title)).toContain('New badge office hours')
    expect((await got(students[0]!)).map(({ title }) => title)).not.toContain('New badge office hours')
    expect(await codeOf(send(frank, onShift()))).toBe('message.not_theirs')
    const [row] = (await call(api.list, {}, await at.as(frank))).rows
    expect(row).toMatchObject({ title: 'New badge office hours', recipients: 2, have_read: 0 })
    await fixture.rows(
      `update public.notifications set is_read = true, read_at = now() where recipient_id = $1`,
      [ana.id],
    )
    await asWorker(noteReaders)
    expect((await call(api.get, { id: row!.id }, await at.as(frank))).have_read).toBe(1)
  })
})

/** Tomorrow at seven in the school's time zone. */
const tomorrow = () => ({ date: addDays(at.today, 1), time: '07:00' })
const schedule = async (who: Person, audience: Audience, more: object = {}) => {
  const id = randomUUID()
  await call(api.send, { id, audience, ...words, send_at: tomorrow(), ...more }, await at.as(who))
  return id
}
const seen = async (who: Person, id: string) => call(api.get, { id }, await at.as(who))
/** Makes a scheduled message due. */
const letCome = (id: string) =>
  fixture.rows(`update public.messages set send_at = now() - interval '1 second' where id = $1`, [id])
const gotNow = async (who: Person, title: string) =>
  (await got(who)).filter((one) => one.title === title).length

describe('scheduled', () => {
  it("waits for the time in the school's time zone, then goes once to the recipients at that time", async () => {
    const of = await at.running('-1 day', [students[0]!])
    const audience = onShift({ shift_ids: [of.id] })
    const id = await schedule(ana, audience, { title: 'Later' })
    // Sent twice.
    expect(
      await call(api.send, { id, audience, ...words, title: 'Later', send_at: tomorrow() }, await at.as(ana)),
    ).toEqual({ recipients: 2 })
    await deliver()
    const waiting = await seen(ana, id)
    expect(waiting).toMatchObject({ status: 'scheduled', recipients: 0, is_mine: true })
    expect(sendAtOf(waiting.at, waiting.time_zone)).toEqual(tomorrow())
    expect(await gotNow(students[0]!, 'Later')).toBe(0)
    // One student leaves the roster, one joins it.
    await fixture.rows(
      `with left_it as (update public.assignments set status = 'removed' where shift_id = $1 returning *)
       insert into public.assignments (shift_id, school_id, student_id, during, busy) select shift_id, school_id, $2, during, during from left_it`,
      [of.id, students[2]!.id],
    )
    await letCome(id)
    await Promise.all([deliver(), deliver(), deliver()])
    expect(await gotNow(students[0]!, 'Later')).toBe(0)
    expect(await gotNow(students[2]!, 'Later')).toBe(1)
    expect(await gotNow(of.lead, 'Later')).toBe(1)
    expect(await seen(ana, id)).toMatchObject({ status: 'sent', recipients: 2 })
    await deliver()
    expect(await gotNow(students[2]!, 'Later')).toBe(1)
  })

  it('is retried as a whole if a worker dies during delivery', async () => {
    const id = await schedule(ana, onShift(), { title: 'Once only' })
    await letCome(id)
    await expect(
      asWorker(async (tx) => {
        await deliverMessage(tx)
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    expect(await seen(ana, id)).toMatchObject({ status: 'scheduled', recipients: 0 })
    await deliver()
    expect(await gotNow(students[0]!, 'Once only')).toBe(1)
  })

  it('is passed over if it cannot be delivered, so that the others do not wait for it, and tried again later', async () => {
    const [first, second] = [
      await schedule(ana, onShift(), { title: 'Cannot' }),
      await schedule(ana, onShift(), { title: 'Can' }),
    ]
    await letCome(first)
    await letCome(second)
    let now = 0
    let isBroken = true
    const inTurn = takeTurns(asWorker, () => now)
    const turn = () =>
      inTurn(async (tx, { passed, onTaken }) => {
        let taken = ''
        const isMore = await deliverMessage(tx, { passed: passed!, onTaken: (id) => onTaken!((taken = id)) })
        if (isBroken && taken === first) throw new Error('broken')
        return isMore
      })
    await expect(turn()).rejects.toThrow('broken')
    expect([await turn(), await turn()]).toEqual([true, false])
    expect((await seen(ana, second)).status).toBe('sent')
    expect((await seen(ana, first)).status).toBe('scheduled')
    now = 600_000
    isBroken = false
    expect(await turn()).toBe(true)
    expect((await seen(ana, first)).status).toBe('sent')
  })

  it('must be in the future, within sixty days', async () => {
    const on = (days: number) => ({ send_at: { date: addDays(at.today, days), time: '07:00' } })
    expect(await codeOf(schedule(ana, onShift(), on(-1)))).toBe('message.time_passed')
    expect(await codeOf(schedule(ana, onShift(), on(61)))).toBe('message.too_far_ahead')
    // PostgreSQL refuses what bypasses the rule.
    const insert = (sendAt: string) =>
      fixture.act(ana, (tx) =>
        sql`insert into public.messages (id, school_id, sent_by, audience, audience_name, title, message, send_at)
          values (gen_random_uuid(), ${at.school}, ${ana.id}, '{}', 'All', 'T', 'M', ${sql.raw(sendAt)})`.execute(
          tx,
        ),
      )
    await expect(insert(`now() + interval '61 days'`)).rejects.toMatchObject({ code: '42501' })
    await expect(insert(`now() - interval '1 day'`)).rejects.toMatchObject({ code: '42501' })
    await insert(`now() + interval '59 days'`)
  })

  it('can be changed by its writer and canceled by colleagues, until it is sent', async () => {
    const bela = await fixture.person({ role: 'school_admin', school: at.school })
    const id = await schedule(ana, onShift(), { title: 'First words' })
    const before = await seen(ana, id)
    const change = async (who: Person, more: object = {}) =>
      call(
        api.change,
        {
          id,
          audience: onShift({ with_instructors: false }),
          ...words,
          title: 'Better words',
          send_at: tomorrow(),
          before,
          ...more,
        },
        await at.as(who),
      )
    const cancel = async (who: Person, which = id) => call(api.cancel, { id: which }, await at.as(who))
    expect(await codeOf(change(bela))).toBe('message.not_yours')
    expect(await codeOf(change(at.people.rob))).toBe('message.not_found')
    expect(await codeOf(cancel(at.people.rob))).toBe('message.not_found')
    expect(await codeOf(change(ana, { send_at: { ...tomorrow(), date: '2020-01-01' } }))).toBe(
      'message.time_passed',
    )
    expect(await change(ana)).toEqual({ recipients: 2 })
    // Sent again after a lost answer, it is the same change; another tab with the first words would overwrite it.
    expect(await change(ana)).toEqual({ recipients: 2 })
    expect(await codeOf(change(ana, { title: 'Words of an old tab' }))).toBe('message.changed')
    expect(await seen(bela, id)).toMatchObject({ title: 'Better words', status: 'scheduled', is_mine: false })
    await cancel(bela)
    await cancel(bela) // sent twice
    expect(await codeOf(change(ana))).toBe('message.canceled')
    await letCome(id)
    await deliver()
    expect(await gotNow(students[0]!, 'Better words')).toBe(0)
    const gone = await schedule(ana, onShift(), { title: 'Gone' })
    await letCome(gone)
    await deliver()
    expect(await codeOf(cancel(ana, gone))).toBe('message.gone')
    expect((await call(api.list, { show: 'not_sent' }, await at.as(ana))).rows.map((one) => one.id)).toEqual([
      id,
    ])
    // Another school cannot cancel it, even without reading first.
    const other = await schedule(ana, onShift())
    await fixture.act(at.people.rob, (tx) =>
      sql`update public.messages set canceled_at = now(), canceled_by = ${at.people.rob.id}`.execute(tx),
    )
    expect(await seen(ana, other)).toMatchObject({ status: 'scheduled' })
    await cancel(ana, other)
  })

  it('can be canceled by two people at once, and neither is told that it was sent', async () => {
    const bela = await fixture.person({ role: 'school_admin', school: at.school })
    const id = await schedule(ana, onShift(), { title: 'Canceled by two' })
    const cancel = async (who: Person) => codeOf(call(api.cancel, { id }, await at.as(who)))
    const before = await seen(ana, id)
    const change = async () =>
      codeOf(
        call(
          api.change,
          { id, audience: onShift(), ...words, send_at: tomorrow(), before },
          await at.as(ana),
        ),
      )
    // Bela's cancellation is in progress, and both have read that the message is scheduled.
    const first = await fixture.connect()
    await first.query('begin')
    await first.query('update public.messages set canceled_at = now(), canceled_by = $2 where id = $1', [
      id,
      bela.id,
    ])
    const late = [cancel(ana), change()]
    await expect
      .poll(
        async () =>
          (await fixture.rows(`select 1 from pg_locks where not granted and locktype = 'transactionid'`))
            .length,
      )
      .toBe(1)
    await first.query('commit')
    await first.end()
    expect(await Promise.all(late)).toEqual(['done', 'message.canceled'])
    expect(await seen(ana, id)).toMatchObject({ status: 'canceled' })
  })

  it('is not sent if it has no recipients, or its writer may no longer send it; someone is notified', async () => {
    const empty = await schedule(ana, { kind: 'cohorts', cohort_ids: [randomUUID()] }, { title: 'To no one' })
    const bela = await fixture.person({ role: 'school_admin', school: at.school })
    const left = await schedule(bela, onShift(), { title: 'From Bela' })
    await fixture.rows(`update public.users set status = 'deactivated' where id = $1`, [bela.id])
    await Promise.all([letCome(empty), letCome(left)])
    await deliver()
    expect(await seen(ana, empty)).toMatchObject({ status: 'not_sent', failure: 'reaches_no_one' })
    expect(await seen(ana, left)).toMatchObject({ status: 'not_sent', failure: 'sender_left' })
    expect(await gotNow(students[0]!, 'From Bela')).toBe(0)
    expect((await got(ana)).map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Not sent: To no one', 'Not sent: From Bela']),
    )
  })

  it('from a facility goes to the schools that are its partners by then', async () => {
    const frank = at.people.frank
    const id = await schedule(frank, { kind: 'partners', facility_ids: [] }, { title: 'Badges' })
    await letCome(id)
    await deliver()
    expect(await seen(frank, id)).toMatchObject({ status: 'sent', recipients: 2 })
    expect(await gotNow(ana, 'Badges')).toBe(1)
    expect(await codeOf(seen(ana, id))).toBe('message.not_found')
  })
})

describe('from an instructor', () => {
  const roster = (more: object = {}): Audience => onShift({ with_instructors: false, ...more })
  const days = (from: number, to: number): Audience => ({
    kind: 'own_shifts',
    from: addDays(at.today, from),
    to: addDays(at.today, to),
  })

  it('goes to the students on their own shifts, one shift or some days; administrators see it', async () => {
    const { lead } = shift
    expect(await reach(lead, roster())).toMatchObject({ students: 2, people: 2, instructors: 0 })
    expect(await reach(lead, days(1, 3))).toMatchObject({
      students: 2,
      audience_name: expect.stringContaining('Students on my shifts'),
    })
    expect(await reach(lead, days(-7, 0))).toMatchObject({ people: 0 })
    const id = randomUUID()
    expect(
      await call(
        api.send,
        { id, audience: roster(), ...words, title: 'Bring your scope' },
        await at.as(lead),
      ),
    ).toEqual({ recipients: 2 })
    await deliver()
    expect(await gotNow(students[0]!, 'Bring your scope')).toBe(1)
    expect(await gotNow(students[2]!, 'Bring your scope')).toBe(0)
    for (const who of [lead, ana])
      expect(await seen(who, id)).toMatchObject({
        recipients: 2,
        people: [{ name: 'Student 1' }, { name: 'Student 2' }],
      })
    expect(await codeOf(seen(at.people.rob, id))).toBe('message.not_found')
    expect((await call(api.list, {}, await at.as(lead))).rows.map((one) => one.id)).toEqual([id])
  })

  it('never goes to others: no shift of a colleague, no instructors, no cohort, no school', async () => {
    const other = await at.running('-3 days', [students[2]!])
    const theirs = roster({ shift_ids: [other.id] })
    expect(await reach(shift.lead, theirs)).toMatchObject({ people: 0 })
    expect(await codeOf(send(shift.lead, theirs))).toBe('message.reaches_no_one')
    expect(await codeOf(send(shift.lead, onShift()))).toBe('message.students_alone')
    expect(await codeOf(send(shift.lead, { kind: 'school', group: 'students' }))).toBe('message.not_theirs')
    expect(await codeOf(send(ana, days(0, 1)))).toBe('message.not_theirs')
    expect(
      await codeOf(
        seen(
          shift.lead,
          (await call(api.list, {}, await at.as(ana))).rows.find((one) => one.title === 'Gone')!.id,
        ),
      ),
    ).toBe('message.not_found')
  })

  it("PostgreSQL itself refuses other people's students", async () => {
    const id = randomUUID()
    const write = (student: string, byInstructor = true) =>
      fixture.act(shift.lead, async (tx) => {
        await sql`insert into public.messages (id, school_id, by_instructor, sent_by, audience, audience_name, title, message)
          values (${id}, ${at.school}, ${byInstructor}, ${shift.lead.id}, '{}', 'Some', 'T', 'M')`.execute(tx)
        await sql`insert into public.message_people (message_id, school_id, user_id) values (${id}, ${at.school}, ${student})`.execute(
          tx,
        )
      })
    await expect(write(students[2]!.id)).rejects.toMatchObject({ code: '42501' })
    await expect(write(students[0]!.id, false)).rejects.toMatchObject({ code: '42501' })
    await write(students[0]!.id)
  })

  it('scheduled: goes to the students by then, and not once the shift is another instructor’s', async () => {
    const mine = await at.running('-5 days', [students[0]!])
    const id = await schedule(mine.lead, roster({ shift_ids: [mine.id] }), { title: 'Mine' })
    const lost = await schedule(mine.lead, roster({ shift_ids: [mine.id, shift.id] }), { title: 'Lost' })
    await letCome(id)
    await deliver()
    expect(await gotNow(students[0]!, 'Mine')).toBe(1)
    expect(await gotNow(students[1]!, 'Mine')).toBe(0)
    await fixture.rows(
      `update public.shifts set proctor_id = $2, lead_time_reason = 'A test.' where id = $1`,
      [mine.id, shift.lead.id],
    )
    await letCome(lost)
    await deliver()
    expect(await seen(mine.lead, lost)).toMatchObject({ status: 'not_sent', failure: 'reaches_no_one' })
    expect(await gotNow(students[0]!, 'Lost')).toBe(0)
  })

  it('not sent because the instructor left is read by the administrators on a page of theirs', async () => {
    const mine = await at.running('-6 days', [students[0]!])
    const id = await schedule(mine.lead, roster({ shift_ids: [mine.id] }), { title: 'Left behind' })
    await fixture.rows(`update public.users set status = 'deactivated' where id = $1`, [mine.lead.id])
    await letCome(id)
    await deliver()
    const notice = (await got(ana)).find(({ title }) => title === 'Not sent: Left behind')
    expect(notice?.data).toMatchObject({ action_url: `/school/messages?show=${id}` })
    expect(await seen(ana, id)).toMatchObject({ failure: 'sender_left' })
  })
})

describe('a reminder to unread recipients', () => {
  const remind = async (who: Person, id: string, reminder = randomUUID()) =>
    call(api.remind, { id, reminder_id: reminder }, await at.as(who))
  const read = (who: Person, title: string) =>
    fixture.rows(
      `update public.notifications set is_read = true, read_at = now() where recipient_id = $1 and values ->> 'title' = $2`,
      [who.id, title],
    )

  it('reaches only them, counts them, and is recorded on the message', async () => {
    const id = randomUUID()
    await call(api.send, { id, audience: onShift(), ...words, title: 'Unread' }, await at.as(ana))
    expect(await codeOf(remind(ana, id))).toBe('message.not_sent_yet')
    await deliver()
    await read(students[0]!, 'Unread')
    await asWorker(noteReaders)
    const reminder = randomUUID()
    expect(await remind(ana, id, reminder)).toEqual({ recipients: 2 })
    expect(await remind(ana, id, reminder)).toEqual({ recipients: 2 }) // sent twice
    // Someone reads the message before the reminder is delivered.
    await read(shift.lead, 'Unread')
    await Promise.all([deliver(), deliver()])
    expect(await gotNow(students[1]!, 'Reminder: Unread')).toBe(1)
    for (const who of [students[0]!, shift.lead]) expect(await gotNow(who, 'Reminder: Unread')).toBe(0)
    expect(await seen(ana, id)).toMatchObject({ have_read: 2, reminders: [{ recipients: 2 }] })
    // The reminder is read, the message itself is not.
    await fixture.rows(
      `update public.notifications set is_read = true, read_at = now() where dedupe_key = $1`,
      [`reminder ${reminder}`],
    )
    await asWorker(noteReaders)
    expect((await seen(ana, id)).have_read).toBe(3)
    expect(await codeOf(remind(ana, id))).toBe('message.all_have_read')
  })

  it('is sent at most once a day, even if two people send it at once', async () => {
    const id = randomUUID()
    await call(api.send, { id, audience: onShift(), ...words, title: 'Twice' }, await at.as(ana))
    await deliver()
    const both = await Promise.all([codeOf(remind(ana, id)), codeOf(remind(ana, id))])
    expect(both).toContain('done')
    expect(both).not.toEqual(['done', 'done'])
    expect(await codeOf(remind(ana, id))).toBe('message.reminded_lately')
    await fixture.rows(
      `update public.message_reminders set created_at = created_at - interval '25 hours', next_at = next_at - interval '25 hours' where message_id = $1`,
      [id],
    )
    expect(await remind(ana, id)).toEqual({ recipients: 3 })
    await deliver()
    expect(await gotNow(students[1]!, 'Reminder: Twice')).toBe(2)
  })

  it('can be sent by those who see the message, and no one else', async () => {
    const id = randomUUID()
    await call(api.send, { id, audience: onShift(), ...words }, await at.as(ana))
    await deliver()
    for (const who of [at.people.rob, at.people.frank, shift.lead])
      expect(await codeOf(remind(who, id))).toBe('message.not_found')
  })
})

describe('many shifts at once', () => {
  it('two hundred and more: each student once, whatever their number of shifts', async () => {
    const many: (typeof shift)[] = []
    for (const began of ['10 days', '12 days', '14 days', '16 days'])
      many.push(await at.running(began, students.slice(0, 2)))
    const ids = many.map(({ id }) => id)
    const filled = [...ids, ...Array.from({ length: 196 }, () => randomUUID())]
    expect(await reach(ana, onShift({ shift_ids: filled, with_instructors: false }))).toMatchObject({
      students: 2,
      people: 2,
      audience_name: '4 shifts',
    })
    const id = randomUUID()
    await call(
      api.send,
      { id, audience: onShift({ shift_ids: filled }), ...words, title: 'Many' },
      await at.as(ana),
    )
    await deliver()
    expect(await gotNow(students[0]!, 'Many')).toBe(1)
    expect((await seen(ana, id)).recipients).toBe(6)
    expect(await codeOf(reach(ana, onShift({ shift_ids: [...filled, randomUUID()] })))).not.toBe('done')
  })

  it('a series covers its shifts from a given one on', async () => {
    const first = await at.running('20 days', [students[0]!])
    const second = await at.running('18 days', [students[1]!])
    const series = randomUUID()
    await fixture.rows(
      `insert into public.shift_series (id, school_id, semester_id, pattern) select $1, school_id, semester_id, '{}' from public.shifts where id = $2`,
      [series, first.id],
    )
    await fixture.rows(
      `update public.shifts set series_id = $1, lead_time_reason = 'A test.' where id = any ($2)`,
      [series, [first.id, second.id]],
    )
    const asked = await reach(ana, onShift({ shift_ids: [first.id] }))
    expect(asked.series).toMatchObject({ id: series, shifts: 2 })
    expect((await reach(ana, onShift({ shift_ids: [second.id] }))).series).toBeNull()
    const audience: Audience = {
      kind: 'series',
      series_id: series,
      from: asked.series!.from,
      with_instructors: false,
    }
    expect(await reach(ana, audience)).toMatchObject({
      students: 2,
      audience_name: expect.stringContaining('from'),
    })
    expect(await reach(first.lead, audience)).toMatchObject({ students: 1 })
  })
})
