/** The lifecycle of a shift: every command on a real database, by those who may use it and those who may not. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withTimeLimit } from '#platform/server/time-left.ts'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { type ShiftStatus, shiftStatus } from '../contract.ts'
import { isNight, shiftMachine } from '../rules.ts'
import { approveShift } from './commands/approve-shift.ts'
import { sql } from 'kysely'
import { receivedBy } from '#app/testing-notifications.ts'
import { withActor } from '#platform/server/actor.ts'
import { Walk } from '#platform/server/walk.ts'
import { releaseShifts } from './commands/release-shifts.ts'
import { createShiftFixture, type ShiftFixture, work } from './fake.ts'

let at: ShiftFixture
beforeAll(async () => {
  at = await createShiftFixture()
})
afterAll(() => at.fixture.close())

const status = async (id: string) => (await at.get(id, at.people.sam)).status
const trail = async (id: string, who: Person = at.people.ana) =>
  (await call(at.api.trail, { id }, await at.as(who))).map(({ event }) => event)
const notified = (person: Person, id: string) =>
  at.fixture.rows<{ type: string; title: string; message: string }>(
    `select type, title, message from public.notifications where recipient_id = $1 and data ->> 'action_url' = '/shift/' || $2 order by created_at`,
    [person.id, id],
  )
/** Each test has its own day, so that no two shifts share a unit. */
let day = 40
const nextDay = () => addDays(at.today, (day += 1))

describe('the machine', () => {
  it('is the same list in the rules and in the database', async () => {
    const rows = await at.fixture.rows<{
      event: string
      from_status: string
      to_status: string
      who: string[]
    }>(`select event, from_status, to_status, parties as who from public.transitions where entity = 'shifts'`)
    expect(
      new Set(rows.map((row) => JSON.stringify([row.event, row.from_status, row.to_status, row.who]))),
    ).toEqual(new Set(shiftMachine.map((step) => JSON.stringify([step.event, step.from, step.to, step.who]))))
  })

  it('knows every status and can reach each from a draft', () => {
    const reached = new Set<ShiftStatus>(['draft'])
    for (let before = 0; before !== reached.size;) {
      before = reached.size
      for (const { from, to } of shiftMachine) if (reached.has(from)) reached.add(to)
    }
    expect([...reached].sort()).toEqual([...shiftStatus.options].sort())
  })

  it('has the same nights in the rules and in the database', async () => {
    const times = ['00:00', '02:59', '03:00', '03:01', '07:00', '15:00', '19:00', '23:00', '23:59']
    const rows = await at.fixture.rows<{ a: string; b: string; night: boolean }>(
      `select to_char(a, 'HH24:MI') as a, to_char(b, 'HH24:MI') as b, app.is_night(a, b) as night from unnest($1::time[]) a, unnest($1::time[]) b where a <> b`,
      [times],
    )
    expect(rows).toHaveLength(times.length * (times.length - 1))
    for (const { a, b, night } of rows) expect([a, b, isNight(a, b)]).toEqual([a, b, night])
  })
})

describe('from draft to published', () => {
  it('is planned, submitted, approved with fewer seats, and published; each step is in the trail and notified', async () => {
    const { ana, frank, marcus } = at.people
    const id = await at.draft({ date: nextDay(), proctor_id: marcus.id })
    await expect(at.get(id, frank)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await at.submit(id)
    expect(await at.get(id, frank)).toMatchObject({ status: 'pending_facility', party: 'facility' })
    expect(await notified(frank, id)).toMatchObject([{ type: 'shift_requested' }])
    await at.approve(id, 4)
    expect(await at.get(id)).toMatchObject({
      status: 'approved',
      approved_capacity: 4,
      seats: 4,
      capacity: 6,
      seats_limit: 'shift',
    })
    expect(await notified(ana, id)).toMatchObject([{ type: 'shift_approved' }])
    await at.publish(id)
    expect(await at.get(id, marcus)).toMatchObject({ status: 'published', party: null })
    expect(await trail(id)).toEqual(['publish', 'approve', 'submit', 'create'])
    expect(await trail(id, frank)).toEqual(['publish', 'approve', 'submit'])
  })

  it('is created once, no matter how often it is sent', async () => {
    const id = await at.draft({ date: nextDay() })
    const fields = await at.get(id)
    await call(
      at.api.create,
      {
        ...fields,
        id,
        school_id: at.school,
        facility_id: at.ward,
        specialty: 'med_surg',
        signup_policy: 'first_come',
        cohort_ids: [],
      },
      await at.as(at.people.ana),
    )
    expect(await trail(id)).toEqual(['create'])
  })

  it('is refused to another school, the facility, a proctor, and a caller who is not signed in', async () => {
    const id = await at.draft({ date: nextDay() })
    const { version } = await at.locked(id)
    for (const who of [at.people.rob, at.people.frank, at.people.eve])
      await expect(at.submit(id, who)).rejects.toThrow(
        /We can’t find that shift|FORBIDDEN|not allowed|may not/,
      )
    for (const [who, code] of [
      [at.people.marcus, 'FORBIDDEN'],
      [null, 'UNAUTHORIZED'],
    ] as const)
      await expect(
        call(at.api.submit, { shifts: [{ id, version }] }, await at.as(who)),
      ).rejects.toMatchObject({ code })
    expect(await status(id)).toBe('draft')
    await at.submit(id)
    for (const who of [at.people.ana, at.people.eve])
      await expect(at.approve(id, null, who)).rejects.toThrow(/We can’t find that shift|not allowed|may not/)
    expect(await status(id)).toBe('pending_facility')
  })

  it('is approved immediately if the agreement says so, or if no facility is involved', async () => {
    const lab = await at.draft({ date: nextDay(), facility_id: null, experience_type: 'skills_lab' })
    await at.submit(lab)
    expect(await at.get(lab)).toMatchObject({ status: 'approved', unit_name: null })
    await at.fixture.rows('update public.partnerships set auto_approve_shifts = true where school_id = $1', [
      at.school,
    ])
    const id = await at.draft({ date: nextDay() })
    await at.submit(id)
    expect(await status(id)).toBe('approved')
    expect(await trail(id)).toEqual(['agree', 'create'])
    await at.fixture.rows('update public.partnerships set auto_approve_shifts = false')
  })

  it('is not submitted outside the agreement, to a paused unit, in the past, or without a unit', async () => {
    const outside = await at.draft({ date: nextDay() })
    await at.fixture.rows(
      `update public.partnerships set status = 'suspended', suspended_by_party = 'school', status_reason = 'Insurance' where school_id = $1`,
      [at.school],
    )
    await expect(at.submit(outside)).rejects.toThrow('is suspended: Insurance')
    await at.fixture.rows(
      `update public.partnerships set status = 'active', suspended_by_party = null where school_id = $1`,
      [at.school],
    )
    await at.fixture.rows(`update public.facilities set status = 'paused' where id = $1`, [at.ward])
    await expect(at.submit(outside)).rejects.toThrow('5 East is paused.')
    await at.fixture.rows(`update public.facilities set status = 'active' where id = $1`, [at.ward])
    const past = await at.draft({ date: addDays(at.today, -2) })
    await expect(at.submit(past)).rejects.toThrow('has already passed')
    const nowhere = await at.draft({ date: nextDay(), facility_id: null })
    await expect(at.submit(nowhere)).rejects.toThrow('Choose a unit')
    const far = addDays(at.today, 500)
    await expect(at.draft({ date: far })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('needs an instructor, or the note that one will be named', async () => {
    const id = await at.draft({ date: nextDay() })
    await at.submit(id)
    await at.approve(id)
    const [outcome] = await call(
      at.api.publish,
      { shifts: [await at.locked(id)] },
      await at.as(at.people.ana),
    )
    expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining('Name an instructor first') })
    await at.publish(id)
    expect(await at.get(id)).toMatchObject({ status: 'published', instructor_to_be_named: true })
  })
})

describe('a deactivated school', () => {
  it('can’t plan or move anything; its partners may still decline', async () => {
    const draft = await at.draft({ date: nextDay() })
    const sent = await at.draft({ date: nextDay() })
    await at.submit(sent)
    await at.fixture.rows('update public.schools set is_active = false where id = $1', [at.school])
    // The text or only the code, depending on whether the feature with the text is loaded.
    const words = /This school is deactivated\. Its data is read-only\.|school\.read_only/
    await expect(at.submit(draft)).rejects.toThrow(words)
    await expect(at.draft({ date: nextDay() })).rejects.toThrow(words)
    await expect(at.approve(sent)).rejects.toThrow(words)
    const [outcome] = await call(
      at.api.decline,
      { shifts: [await at.locked(sent)], code: 'no_agreement' },
      await at.as(at.people.frank),
    )
    await at.fixture.rows('update public.schools set is_active = true where id = $1', [at.school])
    expect(outcome).toMatchObject({ ok: true })
  })
})

describe('the exchange with the facility', () => {
  it('lets the facility ask and the school answer', async () => {
    const id = await at.draft({ date: nextDay() })
    await at.submit(id)
    await call(
      at.api.ask,
      { ...(await at.locked(id)), question: 'Which semester are they in?' },
      await at.as(at.people.frank),
    )
    expect(await at.get(id)).toMatchObject({
      status: 'needs_info',
      status_reason: 'Which semester are they in?',
    })
    await call(at.api.answer, { ...(await at.locked(id)), answer: 'The third.' }, await at.as(at.people.ana))
    expect(await status(id)).toBe('pending_facility')
  })

  it('returns to the facility when the school changes what it asked about, with a new time to answer', async () => {
    const id = await at.draft({ date: nextDay(), capacity: 8 })
    await at.submit(id)
    await call(
      at.api.ask,
      { ...(await at.locked(id)), question: 'Can you come with six?' },
      await at.as(at.people.frank),
    )
    await at.fixture.rows(
      `update public.shifts set respond_by = now() + interval '1 hour', submitted_at = now() - interval '13 days' where id = $1`,
      [id],
    )
    await call(
      at.api.update,
      { ...(await at.locked(id)), fields: { capacity: 6 } },
      await at.as(at.people.ana),
    )
    const after = await at.get(id)
    expect(after).toMatchObject({ status: 'pending_facility', capacity: 6 })
    expect(Date.parse(after.respond_by!)).toBeGreaterThan(Date.now() + 3_600_000)
    expect(Date.parse(after.submitted_at!)).toBeGreaterThan(Date.now() - 60_000)
    await at.approve(id, 6)
    expect(await status(id)).toBe('approved')
  })

  it('is answered before it starts, also when it was moved to an earlier day', async () => {
    const id = await at.draft({ date: addDays(nextDay(), 60) })
    await at.submit(id)
    const sooner = nextDay()
    await call(
      at.api.update,
      { ...(await at.locked(id)), fields: { date: sooner } },
      await at.as(at.people.ana),
    )
    const { respond_by: until, starts_at: start } = await at.get(id)
    expect(Date.parse(until!)).toBeLessThanOrEqual(Date.parse(start))
    await at.shiftTime(id, '-1 minute')
    await at.fixture.rows(`update public.shifts set respond_by = now() + interval '1 day' where id = $1`, [
      id,
    ])
    await expect(at.approve(id)).rejects.toThrow('This shift was to begin already.')
    await work(at)
    expect(await status(id)).toBe('expired')
  })

  it('proposes another time and unit, which the school accepts or declines', async () => {
    const id = await at.draft({ date: nextDay() })
    await at.submit(id)
    const other = nextDay()
    await call(
      at.api.counter,
      {
        ...(await at.locked(id)),
        proposal: { date: other, start_time: '15:00', end_time: '23:00', facility_id: at.icu, capacity: 3 },
        note: 'Evenings are quiet.',
      },
      await at.as(at.people.frank),
    )
    expect((await at.get(id)).counter).toMatchObject({
      date: other,
      capacity: 3,
      note: 'Evenings are quiet.',
      unit_label: 'ICU, North',
    })
    await call(at.api.answerCounter, { ...(await at.locked(id)), accept: true }, await at.as(at.people.ana))
    expect(await at.get(id)).toMatchObject({
      status: 'approved',
      date: other,
      start_time: '15:00',
      unit_name: 'ICU',
      seats: 3,
      counter: null,
    })

    const second = await at.draft({ date: nextDay() })
    await at.submit(second)
    await call(
      at.api.counter,
      { ...(await at.locked(second)), proposal: { capacity: 2 } },
      await at.as(at.people.frank),
    )
    await call(
      at.api.answerCounter,
      { ...(await at.locked(second)), accept: false, reason: 'Two are too few.' },
      await at.as(at.people.ana),
    )
    expect(await at.get(second)).toMatchObject({ status: 'declined', status_reason: 'Two are too few.' })
  })

  it('lets the facility decline with a code, and the school clone and fix the shift', async () => {
    const id = await at.draft({ date: nextDay() })
    await at.submit(id)
    at.only(
      await call(
        at.api.decline,
        { shifts: [await at.locked(id)], code: 'census', note: null },
        await at.as(at.people.frank),
      ),
    )
    expect(await at.get(id)).toMatchObject({ status: 'declined', decision_code: 'census' })
    const copy = randomUUID()
    await call(at.api.clone, { id, new_id: copy, date: nextDay() }, await at.as(at.people.ana))
    expect(await at.get(copy)).toMatchObject({ status: 'draft', copied_from_shift_id: id, capacity: 6 })
  })

  it('refuses a command that came too late, and answers a repeated request like the first time', async () => {
    const id = await at.draft({ date: nextDay() })
    await at.submit(id)
    const seen = await at.locked(id)
    const key = randomUUID()
    const again = async () =>
      (
        await call(
          at.api.approve,
          { shifts: [seen], note: 'Welcome.', idempotency_key: key },
          await at.as(at.people.frank),
        )
      )[0]
    expect(await again()).toMatchObject({ ok: true })
    expect(await again()).toMatchObject({ ok: true })
    const [late] = await call(
      at.api.decline,
      { shifts: [seen], code: 'staffing' },
      await at.as(at.people.frank),
    )
    expect(late).toMatchObject({
      ok: false,
      message: expect.stringMatching(
        /changed this shift in another tab or window: .*status \(now approved\)/,
      ),
    })
    expect(await trail(id)).toEqual(['approve', 'submit', 'create'])
  })

  it('requires a reason from the superadmin', async () => {
    const id = await at.draft({ date: nextDay() })
    await at.submit(id)
    await expect(at.approve(id, null, at.people.sam)).rejects.toThrow('give a reason')
    at.only(
      await call(
        at.api.approve,
        { shifts: [await at.locked(id)], note: 'The facility asked us to.' },
        await at.as(at.people.sam),
      ),
    )
    expect(await status(id)).toBe('approved')
  })
})

describe('capacity', () => {
  it('is the smallest of all limits, and names the limit that decides', async () => {
    const date = nextDay()
    await at.fixture.rows(
      `update public.units set exclusive_school = false, max_students_per_shift = 10 where id = $1`,
      [at.ward],
    )
    const first = await at.draft({ date, capacity: 6 })
    await at.submit(first)
    await at.approve(first)
    const limits = await call(
      at.api.limits,
      {
        shift_id: null,
        school_id: at.school,
        facility_id: at.ward,
        date,
        start_time: '08:00',
        end_time: '12:00',
        experience_type: 'group',
        capacity: 8,
      },
      await at.as(at.people.ana),
    )
    expect(limits[0]).toEqual({
      limit_name: 'unit',
      seats: 4,
      why: '5 East takes 10 students at a time; 6 of these seats are taken by other shifts.',
      applies: true,
      source_url: null,
    })
    await at.fixture.rows(`update public.units set max_ratio_override = 3 where id = $1`, [at.ward])
    const second = await at.draft({ date, capacity: 4, start_time: '08:00' })
    await at.submit(second)
    await at.approve(second)
    expect(await at.get(second)).toMatchObject({ approved_capacity: 4, seats: 3, seats_limit: 'ratio' })
    await at.fixture.rows(
      `update public.units set max_ratio_override = null, max_students_per_shift = 8, exclusive_school = true where id = $1`,
      [at.ward],
    )
  })

  it('keeps a unit for one school at a time, also when two approve at once', async () => {
    const date = nextDay()
    const mine = await at.draft({ date })
    const theirs = await at.draft({ date, start_time: '12:00', end_time: '20:00' }, at.people.rob)
    await at.submit(mine)
    await at.submit(theirs, at.people.rob)
    const outcomes = await Promise.allSettled([at.approve(mine), at.approve(theirs)])
    expect(outcomes.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.find((one) => one.status === 'rejected')).toMatchObject({
      reason: expect.objectContaining({
        message: expect.stringMatching(/Another school has 5 East at that time|one school at a time/),
      }),
    })
    expect((await Promise.all([status(mine), status(theirs)])).sort()).toEqual([
      'approved',
      'pending_facility',
    ])
  })

  it('control: without the row lock on the unit and the constraint, two concurrent approvals both succeed', async () => {
    const { fixture } = at
    const date = nextDay()
    const mine = await at.draft({ date })
    const theirs = await at.draft({ date, start_time: '12:00', end_time: '20:00' }, at.people.rob)
    await at.submit(mine)
    await at.submit(theirs, at.people.rob)
    const key = 'shifts_one_school_in_unit'
    const [constraint] = await fixture.rows<{ made: string }>(
      `select pg_get_constraintdef(oid) as made from pg_constraint where conname = '${key}'`,
    )
    await fixture.rows(`alter table public.shifts drop constraint ${key}`)
    const putBack = [await fixture.without('app.limits_of_plan', [['for update', '']])]
    const { version } = await at.locked(mine)
    // The second approval ends before the first is committed.
    await fixture.act(at.people.frank, async (tx) => {
      await approveShift(
        tx,
        { role: 'facility_admin', realUserId: at.people.frank.id, linkedSchoolId: null },
        { id: mine, version, seats: null, note: null },
      )
      await at.approve(theirs)
    })
    expect(await Promise.all([status(mine), status(theirs)])).toEqual(['approved', 'approved'])
    for (const one of putBack) await one()
    await at.cancel(mine)
    await fixture.rows(`alter table public.shifts add constraint ${key} ${constraint!.made}`)
  })

  it('does not deadlock when two people approve the same shifts in opposite orders', async () => {
    const date = nextDay()
    const ids: string[] = []
    for (const facility_id of [at.ward, at.icu, at.ward, at.icu, at.ward, at.icu])
      ids.push(await at.draft({ date, facility_id, capacity: 1 }))
    for (const id of ids) await at.submit(id)
    const asked = await Promise.all(ids.map(at.locked))
    const approve = async (list: typeof asked) =>
      call(at.api.approve, { shifts: list, seats: null }, await at.as(at.people.frank))
    const answers = await Promise.all([approve(asked), approve(asked.toReversed())])
    // Each shift is approved once; the second caller reads that for each shift.
    expect(answers.flat().filter(({ ok }) => ok)).toHaveLength(ids.length)
    expect(new Set(answers.flat().map(({ reason }) => reason))).toEqual(new Set([null, 'version']))
    const done = await at.fixture.rows(
      `select shift_id from public.shift_events where event = 'approve' and shift_id = any ($1)`,
      [ids],
    )
    expect(done).toHaveLength(ids.length)
  })

  it('keeps an instructor in one shift at a time, enforced by the database', async () => {
    const date = nextDay()
    const { marcus } = at.people
    await at.published({ date, proctor_id: marcus.id })
    const second = await at.draft({
      date,
      start_time: '14:00',
      end_time: '22:00',
      facility_id: at.icu,
      proctor_id: marcus.id,
    })
    await at.submit(second)
    await expect(at.approve(second)).rejects.toThrow('The instructor has another shift at that time')
    await expect(
      at.fixture.rows(`update public.shifts set status = 'approved', seats = 6 where id = $1`, [second]),
    ).rejects.toMatchObject({ constraint: 'shifts_instructor_free' })
  })
})

describe('after it is published', () => {
  it('is moved only with the facility’s agreement, and people on it read old → new', async () => {
    const { ana, frank, marcus } = at.people
    const id = await at.published({ date: nextDay(), proctor_id: marcus.id })
    const date = nextDay()
    await expect(
      call(
        at.api.update,
        { ...(await at.locked(id)), fields: { date }, reason: 'A clash' },
        await at.as(ana),
      ),
    ).rejects.toThrow('Use “Request a change”')
    await call(
      at.api.askChange,
      { ...(await at.locked(id)), change: { date }, reason: 'The lab is closed.' },
      await at.as(ana),
    )
    expect(await at.get(id, frank)).toMatchObject({
      has_change: true,
      change: { date, party: 'school', reason: 'The lab is closed.' },
    })
    await expect(
      call(at.api.answerChange, { ...(await at.locked(id)), accept: true }, await at.as(ana)),
    ).rejects.toThrow('You proposed this change')
    await call(at.api.answerChange, { ...(await at.locked(id)), accept: true }, await at.as(frank))
    expect(await at.get(id)).toMatchObject({ date, change: null, status: 'published' })
    expect((await receivedBy(at.fixture, marcus)).at(-1)).toMatchObject({
      type: 'shift_changed',
      message: expect.stringContaining('→'),
    })
  })

  it('changes its instructor immediately, with a reason', async () => {
    const { ana, marcus, denise } = at.people
    const id = await at.published({ date: nextDay(), proctor_id: marcus.id })
    const change = async (reason: string | null) =>
      call(
        at.api.update,
        { ...(await at.locked(id)), fields: { proctor_id: denise.id }, reason },
        await at.as(ana),
      )
    await expect(change(null)).rejects.toThrow('explain why it changes')
    await change('Marcus is ill.')
    expect((await notified(denise, id)).at(-1)).toMatchObject({ type: 'shift_changed' })
  })

  it('is canceled by either party with a reason, and postponed and moved to a new date', async () => {
    const mine = await at.published({ date: nextDay() })
    await at.cancel(mine)
    expect(await at.get(mine)).toMatchObject({
      status: 'cancelled',
      cancel_code: 'weather',
      status_reason: 'A storm.',
    })
    const theirs = await at.published({ date: nextDay() })
    await at.cancel(theirs, at.people.frank)
    expect(await status(theirs)).toBe('cancelled')
    const later = await at.published({ date: nextDay() })
    await call(
      at.api.postpone,
      { ...(await at.locked(later)), reason: 'Construction.' },
      await at.as(at.people.frank),
    )
    expect(await status(later)).toBe('postponed')
    const date = nextDay()
    await call(at.api.update, { ...(await at.locked(later)), fields: { date } }, await at.as(at.people.ana))
    await at.submit(later)
    expect(await at.get(later)).toMatchObject({ status: 'pending_facility', date })
  })

  it('is closed by the school and reopened only by its super admin, with a reason', async () => {
    const { ana, una } = at.people
    const id = await at.published({ date: nextDay() })
    await at.fixture.rows(`update public.shifts set status = 'completed' where id = $1`, [id])
    await call(at.api.close, await at.locked(id), await at.as(ana))
    expect(await status(id)).toBe('closed')
    const reopen = async (who: Person) =>
      call(at.api.reopen, { ...(await at.locked(id)), reason: 'An hour was missing.' }, await at.as(who))
    await expect(reopen(ana)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await reopen(una)
    expect(await status(id)).toBe('completed')
  })

  it('can be deleted only as a draft', async () => {
    const draft = await at.draft({ date: nextDay() })
    const sent = await at.draft({ date: nextDay() })
    await at.submit(sent)
    const outcomes = await call(
      at.api.remove,
      { shifts: [await at.locked(draft), await at.locked(sent)] },
      await at.as(at.people.ana),
    )
    expect(outcomes.map(({ ok }) => ok)).toEqual([true, false])
  })
})

describe('time', () => {
  it('expires unanswered requests, and starts, completes and closes shifts automatically', async () => {
    const waiting = await at.draft({ date: nextDay() })
    await at.submit(waiting)
    await at.fixture.rows(`update public.shifts set respond_by = now() - interval '1 minute' where id = $1`, [
      waiting,
    ])
    const running = await at.published({ date: nextDay() })
    await at.shiftTime(running, '-1 minute')
    const over = await at.published({ date: nextDay() })
    await at.fixture.rows(`update public.shifts set status = 'in_progress' where id = $1`, [over])
    await at.shiftTime(over, '-9 hours')
    await work(at)
    expect(await at.get(waiting)).toMatchObject({
      status: 'expired',
      status_reason: 'The facility did not answer in time.',
    })
    expect(await status(running)).toBe('in_progress')
    expect(await status(over)).toBe('completed')
    await at.fixture.rows(
      `update public.semesters set settings = jsonb_build_object('hours_lock_at', now() - interval '1 day') where id = $1`,
      [at.semesters[at.school]],
    )
    await work(at)
    expect(await status(over)).toBe('closed')
    await at.fixture.rows(`update public.semesters set settings = '{}'`)
  })

  it('closes the shifts of a semester whose hours locked by themselves, after grading, but not while it is reopened', async () => {
    const id = await at.published({ date: nextDay() })
    await at.fixture.rows(`update public.shifts set status = 'completed' where id = $1`, [id])
    const term = at.semesters[at.school]!
    const [before] = await at.fixture.rows<{ start_date: string; end_date: string }>(
      'select start_date::text, end_date::text from public.semesters where id = $1',
      [term],
    )
    const set = async (change: string) => {
      await at.fixture.rows(`set session_replication_role = replica`)
      await at.fixture.rows(`update public.semesters set ${change} where id = $1`, [term])
      await at.fixture.rows(`set session_replication_role = origin`)
      await work(at)
      return status(id)
    }
    const until = (days: number) =>
      `settings = jsonb_build_object('grading_window', jsonb_build_object('from', end_date, 'to', app.school_today(school_id) + ${days}))`
    const [closed, reopened] = [
      'reopened_at = null, reopened_by = null, reopen_reason = null',
      `reopened_at = now(), reopened_by = '${at.people.ana.id}', reopen_reason = 'A late report'`,
    ]
    try {
      // The last day of the 30, the day after it, and the same with a grading window.
      expect(
        await set(
          `start_date = app.school_today(school_id) - 130, end_date = app.school_today(school_id) - 30`,
        ),
      ).toBe('completed')
      expect(await set(`${reopened}, end_date = app.school_today(school_id) - 31`)).toBe('completed')
      expect(await set(`${closed}, ${until(0)}`)).toBe('completed')
      expect(await set(until(-1))).toBe('closed')
    } finally {
      await set(
        `settings = '{}', ${closed}, start_date = '${before!.start_date}', end_date = '${before!.end_date}'`,
      )
    }
  })

  it('publishes approved shifts if the school says so and the release has come', async () => {
    const id = await at.draft({ date: nextDay(), proctor_id: at.people.denise.id })
    await at.submit(id)
    await at.approve(id)
    await at.fixture.rows(`update public.schools set settings = '{"autopublish": true}' where id = $1`, [
      at.school,
    ])
    await at.fixture.rows(
      `update public.semesters set settings = jsonb_build_object('release_at', now() + interval '1 day') where id = $1`,
      [at.semesters[at.school]],
    )
    await work(at)
    expect(await status(id)).toBe('approved')
    await at.fixture.rows(`update public.semesters set settings = '{}'`)
    await work(at)
    expect(await status(id)).toBe('published')
    await at.fixture.rows(`update public.schools set settings = '{}'`)
  })

  it('publishes others although many approved shifts have no room', async () => {
    const approved = async (facility: string) => {
      const id = await at.draft({ date: nextDay(), facility_id: facility, proctor_id: at.people.denise.id })
      await at.submit(id)
      await at.approve(id)
      return id
    }
    const [full, other] = [await approved(at.icu), await approved(at.ward)]
    await at.fixture.rows('set session_replication_role = replica')
    await at.fixture.rows('update public.shifts set seats_taken = seats where id = $1', [full])
    await at.fixture.rows('update public.units set max_students_per_shift = 1 where id = $1', [at.icu])
    await at.fixture.rows(`update public.schools set settings = '{"autopublish": true}' where id = $1`, [
      at.school,
    ])
    const walk = new Walk(1)
    const release = () =>
      withActor(at.fixture.workerPool, null, (tx) =>
        releaseShifts(tx, { now: new Date().toISOString(), passOver: () => {} }, walk),
      )
    // Those of other tests come first.
    const released: string[] = []
    for (let rounds = 0; rounds < 50 && !released.includes(other); rounds++)
      released.push(...(await release()))
    expect(released).toContain(other)
    expect(await status(full)).toBe('approved')
    await at.fixture.rows('update public.units set max_students_per_shift = 8 where id = $1', [at.icu])
    await at.fixture.rows(`update public.schools set settings = '{}'`)
    await at.fixture.rows('set session_replication_role = origin')
  })

  it('can’t be called by anyone', async () => {
    for (const piece of [
      sql`select app.queue_recount()`,
      sql`select app.shift_leaders(x) from public.shifts x`,
    ])
      await expect(at.fixture.act(at.people.sam, (tx) => piece.execute(tx))).rejects.toMatchObject({
        code: '42501',
      })
  })

  it('skips what can’t be processed, and processes the rest', async () => {
    const [first, broken, last] = [
      await at.published({ date: nextDay() }),
      await at.published({ date: nextDay() }),
      await at.published({ date: nextDay() }),
    ]
    for (const id of [first, broken, last]) await at.shiftTime(id, '-1 minute')
    await at.fixture.rows(
      `alter table public.shifts add constraint never check (id <> '${broken}' or status <> 'in_progress') not valid`,
    )
    const passed: string[] = []
    await work(at, undefined, (id) => passed.push(id))
    expect([await status(first), await status(broken), await status(last)]).toEqual([
      'in_progress',
      'published',
      'in_progress',
    ])
    expect(passed).toEqual([broken])
    await at.fixture.rows('alter table public.shifts drop constraint never')
    await work(at)
    expect(await status(broken)).toBe('in_progress')
  })

  it('freezes the roster of a shift that begins: waitlisted students get no seat', async () => {
    const id = await at.published({ date: nextDay() })
    const student = await at.fixture.person({ role: 'student', school: at.school })
    await at.fixture.rows(
      `insert into public.assignments (school_id, shift_id, student_id, status, source, during, busy)
       select school_id, id, $2, 'requested', 'request', tstzrange(starts_at, ends_at), tstzrange(starts_at, ends_at) from public.shifts where id = $1`,
      [id, student.id],
    )
    await at.shiftTime(id, '-1 minute')
    await work(at)
    expect(
      await at.fixture.rows('select status, reason from public.assignments where student_id = $1', [
        student.id,
      ]),
    ).toEqual([{ status: 'lapsed', reason: 'The shift has begun.' }])
    expect(
      await at.fixture.rows(
        `select event, from_status, actor_id from public.shift_events where shift_id = $1 and student_id = $2`,
        [id, student.id],
      ),
    ).toEqual([{ event: 'seat_lapse', from_status: 'requested', actor_id: null }])
  })
})

describe('series', () => {
  it('is planned once by a pattern, and changed one by one, from here on, or as a whole', async () => {
    const { ana } = at.people
    const id = randomUUID()
    const from = addDays(at.today, 200)
    const input = {
      ...(await at.get(await at.draft({ date: nextDay() }))),
      id,
      school_id: at.school,
      specialty: 'med_surg' as const,
      signup_policy: 'first_come' as const,
      cohort_ids: [],
      pattern: {
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        every_weeks: 1,
        from,
        to: addDays(from, 5),
        skipped: [{ date: addDays(from, 2), reason: 'A holiday' }],
      },
    }
    for (let time = 0; time < 2; time += 1)
      expect(await call(at.api.createSeries, input, await at.as(ana))).toMatchObject({ created: 5 })
    const page = async () =>
      (await call(at.api.list, { from, to: addDays(from, 6), sort: 'date' }, await at.as(ana))).rows
    const rows = await page()
    expect(rows.map(({ date }) => date)).toEqual([0, 1, 3, 4, 5].map((n) => addDays(from, n)))
    const change = async (at_: number, scope: 'one' | 'following' | 'all', capacity: number) =>
      call(
        at.api.updateSeries,
        { ...(await at.locked(rows[at_]!.id)), scope, fields: { capacity } },
        await at.as(ana),
      )
    await change(1, 'one', 2)
    await change(3, 'following', 4)
    expect((await page()).map(({ capacity }) => capacity)).toEqual([6, 2, 6, 4, 4])
    expect(new Set((await page()).map(({ series_id: series }) => series)).size).toBe(2)
    await change(0, 'all', 5)
    expect((await page()).map(({ capacity }) => capacity)).toEqual([5, 2, 5, 4, 4])

    // A shift that was changed alone after its approval is left unchanged too, and a series is not split if nothing can be changed.
    for (const { id: one } of rows) await at.submit(one)
    for (const { id: one } of rows) await at.approve(one)
    const lead = async (at_: number, scope: 'one' | 'following' | 'all', proctor_id: string) =>
      call(
        at.api.updateSeries,
        { ...(await at.locked(rows[at_]!.id)), scope, fields: { proctor_id }, reason: 'Illness.' },
        await at.as(ana),
      )
    await lead(2, 'one', at.people.denise.id)
    await lead(0, 'all', at.people.marcus.id)
    expect((await page()).map((row) => row.proctor_id)).toEqual([
      at.people.marcus.id,
      null,
      at.people.denise.id,
      null,
      null,
    ])
    const refusals = await change(4, 'following', 3)
    expect(refusals.map(({ ok }) => ok)).toEqual([false])
    expect(new Set((await page()).map(({ series_id: series }) => series)).size).toBe(2)
  })

  it('is changed in several requests if time runs out, and split by the last of them', async () => {
    const { ana } = at.people
    const from = addDays(at.today, 300)
    const input = {
      ...(await at.get(await at.draft({ date: nextDay() }))),
      id: randomUUID(),
      school_id: at.school,
      specialty: 'med_surg' as const,
      signup_policy: 'first_come' as const,
      cohort_ids: [],
      pattern: {
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        every_weeks: 1,
        from,
        to: addDays(from, 3),
        skipped: [],
      },
    }
    await call(at.api.createSeries, input, await at.as(ana))
    const page = async () =>
      (await call(at.api.list, { from, to: addDays(from, 6), sort: 'date' }, await at.as(ana))).rows
    const [, second] = await page()
    const sent = { ...(await at.locked(second!.id)), scope: 'following' as const, fields: { capacity: 4 } }
    const context = await at.as(ana)
    const outcomes = await withTimeLimit(1_900, () => call(at.api.updateSeries, sent, context))
    const left = outcomes.filter(({ reason }) => reason === 'not_reached').map(({ id }) => id)
    expect(left.length).toBeGreaterThan(0)
    expect(left.length).toBeLessThan(3)
    expect(new Set((await page()).map(({ series_id: series }) => series)).size).toBe(1)
    // The shift of the form was changed by the first request; its version is not compared again.
    const rest = { ids: left, has_changed: true }
    const more = await call(at.api.updateSeries, { ...sent, rest }, await at.as(ana))
    expect(more.map(({ id, ok }) => [id, ok])).toEqual(left.map((id) => [id, true]))
    const rows = await page()
    expect(rows.map(({ capacity }) => capacity)).toEqual([rows[0]!.capacity, 4, 4, 4])
    expect(rows[0]!.capacity).not.toBe(4)
    expect(new Set(rows.map(({ series_id: series }) => series)).size).toBe(2)
  })
})

describe('options of filters and forms', () => {
  it('are the school’s own for its people, and a facility’s units and schools for its people', async () => {
    const options = async (who: Person) => call(at.api.options, {}, await at.as(who))
    const mine = await options(at.people.ana)
    expect(mine.units.map(({ name }) => name).sort()).toEqual(['5 East', 'ICU'])
    expect(mine.proctors).toHaveLength(2)
    expect(mine.semesters).toHaveLength(1)
    expect((await options(at.people.frank)).schools.map(({ name }) => name)).toContain('Lake School')
    expect(await options(at.people.eve)).toMatchObject({ units: [], schools: [] })
    expect((await options(at.people.marcus)).proctors).toEqual([])
    expect((await options(at.people.sam)).units).toEqual([])
  })
})

describe('figures', () => {
  it('cover all schools for the platform, and its own for a school', async () => {
    const counted = async (where: string, ...of: string[]) =>
      Object.fromEntries(
        (
          await at.fixture.rows<{ status: string; n: number }>(
            `select status, count(*)::int as n from public.shifts where ${where} group by 1`,
            of,
          )
        ).map(({ status: key, n }) => [key, n]),
      )
    await at.draft({ date: nextDay() })
    const all = await call(at.api.summary, {}, await at.as(at.people.sam))
    expect(all.by_status).toEqual(await counted('true'))
    expect(all.needs_answer).toBe(all.by_status['pending_facility'] ?? 0)
    const week = { status: ['published', 'full'] as const, from: at.today, to: addDays(at.today, 6) }
    const { rows } = await call(
      at.api.list,
      { ...week, status: [...week.status], page_size: 500 },
      await at.as(at.people.sam),
    )
    expect(all.next_seven_days).toBe(
      rows.filter(({ starts_at: starts }) => Date.parse(starts) > Date.now()).length,
    )
    const mine = await call(at.api.summary, {}, await at.as(at.people.ana))
    expect(mine.by_status).toEqual(await counted('school_id = $1', at.school))
    expect((await call(at.api.summary, {}, await at.as(at.people.eve))).by_status).toEqual({})
  })
})
