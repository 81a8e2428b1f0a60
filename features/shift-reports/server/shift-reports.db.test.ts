/**
 * Shift reports on the real database: opening, writing, submitting, returning, accepting, and the hours they post; incidents; permissions.
 */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import type { Person } from '#database/testing.ts'
import { createUnit, type Unit } from '#features/attendance/server/fake.ts'
import { leadCalls as leads } from '#features/incident-leads/server/fake.ts'
import { endedShiftsWalk } from '#features/shifts/server/public.ts'
import { withActor } from '#platform/server/actor.ts'
import type { ReportFields } from '../contract.ts'
import { acceptCleanReports, reportWalks } from './commands/accept-clean-reports.ts'
import { openShiftReports } from './commands/open-shift-reports.ts'
import { shiftReportHandlers } from './handlers.ts'

let at: Unit
const api = shiftReportHandlers()
beforeAll(async () => {
  at = await createUnit()
})
afterAll(() => at.fixture.close())

type Shift = Awaited<ReturnType<Unit['running']>>
const fields: ReportFields = {
  census: 22,
  acuity_note: null,
  activities: 'Head-to-toe assessments, insulin with the nurse.',
  objectives_met: [],
  teaching_summary: 'Sterile technique in small groups.',
  roster: [],
  facility_feedback: { welcome: 5, support: 4, suitability: null, comment: null },
  private_note: null,
}
const work = (now?: string) => withActor(at.fixture.workerPool, null, (tx) => openShiftReports(tx, now))
/** A shift that ended an hour ago with the given attendance (minutes late; null means absent), and its report. */
async function over(late: (number | null)[]): Promise<{ shift: Shift; people: Person[] }> {
  const people = await at.students(late.length)
  const shift = await at.running('9 hours', people)
  for (const [n, minutes] of late.entries()) {
    const came = new Date(Date.parse(shift.startsAt) + (minutes ?? 0) * 60_000).toISOString()
    if (minutes === null) await at.mark(shift.lead, shift.id, shift.seats[n]!, 'absent_unexcused')
    else {
      await at.mark(shift.lead, shift.id, shift.seats[n]!, 'present', { at: came })
      await at.mark(shift.lead, shift.id, shift.seats[n]!, 'left')
    }
  }
  await at.fixture.rows(`update public.shifts set status = 'completed' where id = $1`, [shift.id])
  await work()
  return { shift, people }
}
const versionOf = async (id: string) =>
  (
    await at.fixture.rows<{ version: number }>('select version from public.shift_reports where id = $1', [id])
  )[0]?.version ?? 1
const get = async (who: Person | null, id: string) => call(api.get, { shift_id: id }, await at.as(who))
const save = async (who: Person | null, id: string, more: object = {}) =>
  call(api.save, { ...fields, shift_id: id, version: await versionOf(id), ...more }, await at.as(who))
const submit = async (who: Person | null, id: string, tick = true) =>
  call(
    api.submit,
    { shift_id: id, version: await versionOf(id), no_patient_information: tick },
    await at.as(who),
  )
const decide = async (
  who: Person | null,
  id: string,
  decision: 'accept' | 'return',
  reason: string | null = null,
) => call(api.decide, { shift_id: id, version: await versionOf(id), decision, reason }, await at.as(who))
const incident = async (who: Person | null, shift: Shift, more: object = {}) =>
  call(
    api.reportIncident,
    {
      id: randomUUID(),
      shift_id: shift.id,
      kind: 'exposure_needlestick',
      severity: 'serious',
      seats: [shift.seats[0]!],
      narrative: 'A needle pricked a student while recapping.',
      ...more,
    },
    await at.as(who),
  )
const ledger = async (shift: Shift): Promise<number[]> => {
  const rows = await at.fixture.rows<{ assignment_id: string; minutes: string }>(
    'select assignment_id, sum(minutes) as minutes from public.hours_entries where shift_id = $1 group by 1',
    [shift.id],
  )
  return shift.seats.map((id) => Number(rows.find((row) => row.assignment_id === id)?.minutes ?? 0))
}
const linesOf = async (shift: Shift) =>
  (await at.fixture.rows('select 1 from public.hours_entries where shift_id = $1', [shift.id])).length
const titles = async (who: Person) => (await receivedBy(at.fixture, who)).map(({ title }) => title)

describe('the scheduler', () => {
  it('uses as few statements for many overdue reports as for one', async () => {
    const statementsOf = (now: string) =>
      withActor(at.fixture.workerPool, null, async (tx) => {
        let statements = 0
        const counting = tx.withPlugin({
          transformQuery: ({ node }) => {
            statements += 1
            return node
          },
          transformResult: async ({ result }) => result,
        })
        await openShiftReports(counting, now)
        return statements
      })
    const weekLater = new Date(Date.now() + 8 * 86_400_000).toISOString()
    await over([0])
    const ofFew = await statementsOf(weekLater)
    for (let n = 0; n < 3; n++) await over([0])
    expect(await statementsOf(weekLater)).toBe(ofFew)
  })

  it('opens reports of what ended just now at once, and of earlier shifts some in each round', async () => {
    const ended = async (began: string) => {
      const shift = await at.running(began, await at.students(1))
      await at.fixture.rows(`update public.shifts set status = 'completed' where id = $1`, [shift.id])
      return shift.id
    }
    const [first, second, now] = [await ended('4 days'), await ended('3 days'), await ended('9 hours')]
    const walk = endedShiftsWalk(1)
    const opened = async () => {
      await withActor(at.fixture.workerPool, null, (tx) => openShiftReports(tx, undefined, walk))
      const rows = await at.fixture.rows<{ id: string }>(
        'select id from public.shift_reports where id = any ($1)',
        [[first, second, now]],
      )
      return rows.map(({ id }) => id).toSorted()
    }
    expect(await opened()).toEqual([first, now].toSorted())
    expect(await opened()).toEqual([first, second, now].toSorted())
  })

  it('opens a report once, reminds when it is overdue, and notifies the school five days later', async () => {
    const { shift } = await over([0])
    expect(await work()).toBe(0)
    expect((await call(api.list, {}, await at.as(shift.lead))).rows).toMatchObject([
      { shift_id: shift.id, status: 'due', is_overdue: false },
    ])
    const due = async (back: string) =>
      at.fixture.rows(`update public.shift_reports set due_at = now() - $2::interval where id = $1`, [
        shift.id,
        back,
      ])
    await due('1 hour')
    await work()
    await work()
    expect((await titles(shift.lead)).filter((title) => title.startsWith('A shift report is'))).toEqual([
      'A shift report is due',
      'A shift report is overdue',
    ])
    expect((await get(shift.lead, shift.id)).is_overdue).toBe(true)
    await due('121 hours')
    await work()
    expect(await titles(at.people.ana)).toContain('Instructor 1 has not sent a shift report')
    await expect(at.fixture.act(shift.lead, (tx) => openShiftReports(tx))).rejects.toMatchObject({
      code: '42501',
    })
  })
})

it('a report whose instructor has left is submitted as it is, and the school posts its hours', async () => {
  const { shift } = await over([0])
  await work()
  expect(await get(at.people.ana, shift.id)).toMatchObject({ status: 'due' })
  await at.fixture.rows(`update public.users set status = 'deactivated' where id = $1`, [shift.lead.id])
  await work()
  await work()
  expect(await get(at.people.ana, shift.id)).toMatchObject({ status: 'submitted' })
  expect(
    (await titles(at.people.ana)).filter((title) => title === 'A shift report is left to you'),
  ).toHaveLength(1)
  await decide(at.people.ana, shift.id, 'accept')
  expect(await ledger(shift)).toEqual([450])
})

describe('a report', () => {
  it('is one per shift, which any of its instructors reads, writes and submits', async () => {
    const { shift } = await over([0])
    const second = await at.fixture.person({ role: 'proctor', school: at.school })
    await expect(get(second, shift.id)).rejects.toThrow('There is no report on this shift')
    await at.fixture.rows('update public.shifts set more_proctor_ids = array[$2::uuid] where id = $1', [
      shift.id,
      second.id,
    ])
    expect((await call(api.list, {}, await at.as(second))).rows).toMatchObject([{ shift_id: shift.id }])
    await save(second, shift.id)
    expect((await get(shift.lead, shift.id)).teaching_summary).toBe(fields.teaching_summary)
    expect(await submit(second, shift.id)).toMatchObject({ status: 'accepted' })
  })

  it('without exceptions is accepted on submission: its hours are posted and its attendance is settled', async () => {
    const { shift } = await over([0, 10])
    await expect(submit(shift.lead, shift.id)).rejects.toThrow('Save the report first')
    expect(await save(shift.lead, shift.id)).toMatchObject({ status: 'draft' })
    await expect(submit(shift.lead, shift.id, false)).rejects.toThrow('no patient information')
    expect(await submit(shift.lead, shift.id)).toMatchObject({ status: 'accepted' })
    expect(await ledger(shift)).toEqual([450, 450])
    const { attendance, exceptions } = await get(shift.lead, shift.id)
    expect(exceptions).toEqual([])
    expect(attendance.map(({ minutes, posted_at: posted }) => [minutes, posted !== null])).toEqual([
      [450, true],
      [450, true],
    ])
    await expect(at.mark(shift.lead, shift.id, shift.seats[0]!, 'still_here')).rejects.toThrow('are posted')
    await expect(save(shift.lead, shift.id)).rejects.toThrow('was submitted')
  })

  it('needs attendance, and says whose is missing', async () => {
    const [student] = await at.students(1)
    const shift = await at.running('9 hours', [student!])
    await at.fixture.rows(`update public.shifts set status = 'completed' where id = $1`, [shift.id])
    await work()
    await save(shift.lead, shift.id)
    await expect(submit(shift.lead, shift.id)).rejects.toThrow('not recorded for Student 1')
  })

  it('asks whether students were prepared only for those who came, and keeps a note about an absent one', async () => {
    const { shift } = await over([0, null])
    const [came, absent] = shift.seats
    const of = async () => (await get(shift.lead, shift.id)).roster.map(({ id }) => id)
    expect(await of()).toEqual([came])
    const listed = await call(api.list, {}, await at.as(shift.lead))
    expect(listed.rows.find(({ shift_id: id }) => id === shift.id)).toMatchObject({ students: 2, away: 1 })
    expect(await get(shift.lead, shift.id)).toMatchObject({ students: 2, away: 1 })
    await save(shift.lead, shift.id, {
      roster: [{ id: absent, prepared: true, uniform: true, note: 'Called at 6.' }],
    })
    expect((await of()).toSorted()).toEqual([came, absent].toSorted())
  })

  it('with exceptions goes to the school: returned, corrected, accepted, with hours as attended', async () => {
    const { shift } = await over([0, 30, null])
    await save(shift.lead, shift.id)
    expect(await submit(shift.lead, shift.id)).toMatchObject({ status: 'submitted' })
    expect(await titles(at.people.ana)).toContain('A shift report needs your review')
    expect((await get(at.people.ana, shift.id)).exceptions).toEqual([
      { student: 'Student 2', what: '30 min late' },
      { student: 'Student 3', what: 'absent' },
    ])
    await expect(decide(at.people.ana, shift.id, 'return', ' ')).rejects.toThrow('Describe what’s missing')
    await decide(at.people.ana, shift.id, 'return', 'Which skills were practiced?')
    expect(await titles(shift.lead)).toContain('A shift report was returned to you')
    await expect(decide(at.people.ana, shift.id, 'accept')).rejects.toThrow('This report is returned')
    await save(shift.lead, shift.id, { activities: 'Wound care.' })
    await submit(shift.lead, shift.id)
    expect(await decide(at.people.ana, shift.id, 'accept')).toMatchObject({ status: 'accepted' })
    expect(await ledger(shift)).toEqual([450, 420, 0])
    expect(await titles(shift.lead)).toContain('Your shift report was accepted')
    // The reason is the school's: the steps of the instructor after it do not repeat it.
    expect(
      await at.fixture.rows(
        `select event, reason from public.shift_events where shift_id = $1 and event like 'report_%' and reason is not null`,
        [shift.id],
      ),
    ).toEqual([{ event: 'report_return', reason: 'Which skills were practiced?' }])
  })

  it('has to be accepted before the shift is closed: afterward its attendance could not be corrected', async () => {
    const { shift } = await over([90])
    const close = async () => call(at.api.close, await at.locked(shift.id), await at.as(at.people.ana))
    await expect(close()).rejects.toThrow('The shift report is not accepted yet')
    await save(shift.lead, shift.id)
    await submit(shift.lead, shift.id)
    await expect(close()).rejects.toThrow('The shift report is not accepted yet')
    await decide(at.people.ana, shift.id, 'accept')
    await close()
  })

  it('posts hours once if accepted twice, even at the same time', async () => {
    const { shift } = await over([0, 40])
    await save(shift.lead, shift.id)
    await submit(shift.lead, shift.id)
    const version = await versionOf(shift.id)
    const key = randomUUID()
    const accept = async (idempotency_key: string) =>
      call(
        api.decide,
        { shift_id: shift.id, version, decision: 'accept', idempotency_key },
        await at.as(at.people.ana),
      )
    const outcomes = await Promise.allSettled([
      accept(key),
      accept(key),
      accept(randomUUID()),
      accept(randomUUID()),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    const lines = await linesOf(shift)
    await accept(key).catch(() => undefined)
    await expect(accept(randomUUID())).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await linesOf(shift)).toBe(lines)
    expect(await ledger(shift)).toEqual([450, 405])
  })

  it('warns of possible patient data, unless its writer says there is none', async () => {
    const { shift } = await over([0])
    const notified = { teaching_summary: 'Dressing change for patient Miller, MRN 1234567.' }
    await expect(save(shift.lead, shift.id, notified)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect((await get(shift.lead, shift.id)).teaching_summary).toBeNull()
    await save(shift.lead, shift.id, { ...notified, no_patient_named: true })
    await expect(save(shift.lead, shift.id, { version: 1 })).rejects.toThrow('just changed')
  })
})

describe('where check-in, check-out and location agree', () => {
  const pin = { latitude: 43.04, longitude: -87.91 }
  const away = { ...pin, latitude: 43.1 }
  /** A shift that is over, whose students checked in and out themselves at these locations. */
  async function pressedBy(points: { latitude: number; longitude: number }[]): Promise<Shift> {
    await at.fixture.rows('insert into public.sites (id, slug) values ($1, $2) on conflict do nothing', [
      at.north,
      'north',
    ])
    await at.fixture.rows('update public.sites set latitude = $2, longitude = $3 where id = $1', [
      at.north,
      pin.latitude,
      pin.longitude,
    ])
    // A pin that is moved must be confirmed again.
    await at.fixture.rows('update public.sites set pin_confirmed_at = now() where id = $1', [at.north])
    const people = await at.students(points.length)
    const shift = await at.running('8 hours', people)
    for (const [n, point] of points.entries()) {
      const location = { ...point, accuracy_m: 10 }
      const reason = point === away ? 'We began at the clinic.' : undefined
      await at.checkIn(people[n]!, shift.seats[n]!, { location, reason, pressed_at: shift.startsAt })
      await at.checkOut(people[n]!, shift.seats[n]!, { pressed_at: shift.endsAt })
    }
    await at.fixture.rows(`update public.shifts set status = 'completed' where id = $1`, [shift.id])
    await work()
    await save(shift.lead, shift.id)
    return shift
  }
  const toDecide = async (shift: Shift) =>
    (await call(api.listForSchool, { show: 'submitted', proctor: shift.lead.id }, await at.as(at.people.ana)))
      .rows

  it("and there is no exception, neither a student nor a report needs anyone's approval", async () => {
    const shift = await pressedBy([pin, pin])
    expect(await get(shift.lead, shift.id)).toMatchObject({
      exceptions: [],
      attendance: [{ is_inside: true }, { is_inside: true }],
    })
    const notified = await receivedBy(at.fixture, at.people.ana, 'shift_report')
    expect(await submit(shift.lead, shift.id)).toMatchObject({ status: 'accepted' })
    expect(await ledger(shift)).toEqual([450, 450])
    expect(await toDecide(shift)).toEqual([])
    const left = await at.fixture.rows(
      `select 1 from public.attendance_records where shift_id = $1 and (status <> 'completed' or posted_at is null)`,
      [shift.id],
    )
    expect(left).toEqual([])
    expect(await receivedBy(at.fixture, at.people.ana, 'shift_report')).toEqual(notified)
  })

  it('unless someone checked in away from the site: the school looks at that report', async () => {
    const shift = await pressedBy([pin, away])
    expect(await submit(shift.lead, shift.id)).toMatchObject({ status: 'submitted' })
    expect(await ledger(shift)).toEqual([0, 0])
    expect(await toDecide(shift)).toMatchObject([{ shift_id: shift.id, exceptions: 1 }])
    expect((await get(at.people.ana, shift.id)).exceptions).toMatchObject([
      { what: 'checked in away from the site' },
    ])
  })
})

describe('the school', () => {
  const list = async (who: Person | null, more: object = {}) =>
    call(api.listForSchool, more, await at.as(who))
  const acceptMany = async (who: Person, shifts: Shift[]) =>
    call(
      api.acceptMany,
      {
        reports: await Promise.all(
          shifts.map(async ({ id }) => ({ shift_id: id, version: await versionOf(id) })),
        ),
      },
      await at.as(who),
    )

  it('lists the reports that need it, overdue first, by instructor, and none of another school', async () => {
    const { shift: submitted } = await over([20])
    await save(submitted.lead, submitted.id)
    await submit(submitted.lead, submitted.id)
    const { shift: late } = await over([0])
    await at.fixture.rows(
      `update public.shift_reports set due_at = now() - interval '1 hour' where id = $1`,
      [late.id],
    )
    const { rows, counts } = await list(at.people.ana)
    expect(counts.submitted).toBeGreaterThan(0)
    expect(rows.map(({ is_overdue: overdue }) => overdue)).toEqual(
      rows.map(({ is_overdue: overdue }) => overdue).toSorted((a, b) => Number(b) - Number(a)),
    )
    expect(rows.find((row) => row.shift_id === late.id)).toMatchObject({ is_overdue: true, exceptions: 0 })
    expect(await list(at.people.ana, { proctor: submitted.lead.id })).toMatchObject({
      rows: [
        {
          shift_id: submitted.id,
          status: 'submitted',
          exceptions: 1,
          incidents: 0,
          proctor_name: expect.stringMatching('Instructor'),
        },
      ],
      total: 1,
    })
    expect((await list(at.people.ana, { show: 'overdue', proctor: submitted.lead.id })).rows).toEqual([])
    expect(await list(at.people.rob)).toMatchObject({ rows: [], total: 0, instructors: [] })
    for (const who of [submitted.lead, at.people.frank, null])
      await expect(list(who)).rejects.toThrow(/sign in|may not/i)
  })

  it('lists the reports of all schools for a superadmin, also while another school is selected', async () => {
    const { shift } = await over([20])
    await save(shift.lead, shift.id)
    await submit(shift.lead, shift.id)
    const found = { proctor: shift.lead.id, show: 'submitted' }
    for (const school of [null, at.otherSchool]) {
      await at.fixture.selectSchool(at.people.sam, school)
      const { rows, instructors } = await list(at.people.sam, found)
      expect(rows).toMatchObject([{ shift_id: shift.id }])
      expect(instructors.map(({ id }) => id)).toContain(shift.lead.id)
      const asked = { show: 'submitted', page_size: 100 } as const
      expect((await call(api.list, asked, await at.as(at.people.sam))).rows).toContainEqual(
        expect.objectContaining({ shift_id: shift.id }),
      )
    }
  })

  it('reminds the instructor of an overdue report once a day, and not on the day it was due', async () => {
    const [{ shift }, { shift: sent }] = [await over([0]), await over([0])]
    const remind = async (who: Person | null) =>
      (await call(api.remind, { shift_ids: [shift.id, sent.id] }, await at.as(who))).reminded
    const reminders = async (who: Person) =>
      (await titles(who)).filter((title) => title === 'A shift report is overdue').length
    const due = async (days: number) =>
      at.fixture.rows(
        `update public.shift_reports r set due_at = least(now() - interval '1 second',
          (app.school_today(school_id) - $2::integer + time '12:00') at time zone c.time_zone)
          from public.schools c where c.id = r.school_id and r.id = any ($1)`,
        [[shift.id, sent.id], days],
      )
    await save(sent.lead, sent.id)
    await submit(sent.lead, sent.id)
    expect(await remind(at.people.ana)).toEqual([])
    await due(0)
    expect(await remind(at.people.ana)).toEqual([])
    await due(1)
    expect(await remind(at.people.rob)).toEqual([])
    expect(await reminders(shift.lead)).toBe(0)
    expect(await remind(at.people.ana)).toEqual([shift.id])
    expect(await remind(at.people.una)).toEqual([])
    expect([await reminders(shift.lead), await reminders(sent.lead)]).toEqual([1, 0])
    for (const who of [shift.lead, at.people.frank, null])
      await expect(remind(who)).rejects.toThrow(/sign in|may not/i)
  })

  it('accepts several at once, each on its own, even if two people do it at the same time', async () => {
    const ready = []
    for (const minutes of [20, 30, 40]) {
      const { shift } = await over([minutes])
      await save(shift.lead, shift.id)
      await submit(shift.lead, shift.id)
      ready.push(shift)
    }
    const { shift: draft } = await over([50])
    await save(draft.lead, draft.id)
    const both = await Promise.all([
      acceptMany(at.people.ana, [...ready, draft]),
      acceptMany(at.people.una, ready.toReversed()),
    ])
    for (const { id } of ready)
      expect(both.flat().filter(({ shift_id: one, ok }) => one === id && ok)).toHaveLength(1)
    expect(both.flat().find(({ shift_id: one }) => one === draft.id)).toMatchObject({
      ok: false,
      message: expect.stringContaining('is draft'),
    })
    expect(await Promise.all(ready.map(ledger))).toEqual([[435], [420], [405]])
    const refused = await acceptMany(at.people.rob, ready)
    expect(refused.map(({ ok }) => ok)).toEqual(ready.map(() => false))
  })

  it('waits for attendance that is being recorded, and posts the hours of what was recorded', async () => {
    const saved = async (late: number) => {
      const { shift } = await over([late])
      await save(shift.lead, shift.id)
      return shift
    }
    /** Starts `accept` while an early leave is recorded and not yet committed. */
    const meanwhile = async (shift: Shift, accept: () => Promise<unknown>) => {
      const [accepting] = await at.fixture.act(at.people.ana, async (tx) => {
        await tx
          .updateTable('attendance_records')
          .set({ check_out_at: sql`check_out_at - interval '90 minutes'` })
          .where('id', '=', shift.seats[0]!)
          .execute()
        const begun = accept()
        await new Promise((resolve) => setTimeout(resolve, 300))
        return [begun]
      })
      return accepting
    }
    const [decided, clean, submitted] = [await saved(20), await saved(20), await saved(0)]
    for (const shift of [decided, clean]) await submit(shift.lead, shift.id)
    await meanwhile(decided, () => decide(at.people.ana, decided.id, 'accept'))
    const [full] = (await get(at.people.ana, decided.id)).attendance.map(({ minutes }) => minutes)
    expect(await ledger(decided)).toEqual([full])
    expect(full).toBeLessThan(400)

    await at.mark(at.people.ana, clean.id, clean.seats[0]!, 'present', { at: clean.startsAt })
    await at.fixture.rows(
      `update public.shift_reports set submitted_at = now() - interval '8 days' where id = $1`,
      [clean.id],
    )
    await meanwhile(clean, () =>
      withActor(at.fixture.workerPool, null, (tx) => acceptCleanReports(tx, { passOver: () => {} })),
    )
    await meanwhile(submitted, () => submit(submitted.lead, submitted.id))
    for (const { id } of [clean, submitted])
      expect(await get(at.people.ana, id)).toMatchObject({ status: 'submitted' })
    expect([await ledger(clean), await ledger(submitted)]).toEqual([[0], [0]])
  })

  it('need not look at a report without exceptions: it is accepted after seven days, or at once without an instructor', async () => {
    const accept = () =>
      withActor(at.fixture.workerPool, null, (tx) => acceptCleanReports(tx, { passOver: () => {} }))
    const { shift } = await over([20])
    await save(shift.lead, shift.id)
    await submit(shift.lead, shift.id)
    const back = (days: number) =>
      at.fixture.rows(
        `update public.shift_reports set submitted_at = now() - make_interval(days => $2) where id = $1`,
        [shift.id, days],
      )
    await back(8)
    await accept()
    expect(await get(at.people.ana, shift.id)).toMatchObject({ status: 'submitted' })
    await at.mark(at.people.ana, shift.id, shift.seats[0]!, 'present', { at: shift.startsAt })
    await back(6)
    await accept()
    expect(await get(at.people.ana, shift.id)).toMatchObject({ status: 'submitted' })
    await back(8)
    expect(await accept()).toBe(1)
    expect(await accept()).toBe(0)
    expect(await get(at.people.ana, shift.id)).toMatchObject({ status: 'accepted' })
    expect(await ledger(shift)).toEqual([450])

    const [student] = await at.students(1)
    const alone = await at.running('9 hours', [student!])
    await at.fixture.rows(`set session_replication_role = replica`)
    await at.fixture.rows(`update public.shifts set proctor_id = null, status = 'completed' where id = $1`, [
      alone.id,
    ])
    await at.fixture.rows(`set session_replication_role = origin`)
    await work()
    expect(await get(at.people.ana, alone.id)).toMatchObject({
      status: 'submitted',
      proctor_name: null,
      exceptions: [{ what: 'attendance not recorded' }],
    })
    await expect(decide(at.people.ana, alone.id, 'accept')).rejects.toThrow('not recorded for Student 1')
    await expect(decide(at.people.ana, alone.id, 'return', 'Please correct it.')).rejects.toThrow(
      'no instructor',
    )
    await accept()
    expect(await ledger(alone)).toEqual([0])
    await at.mark(at.people.ana, alone.id, alone.seats[0]!, 'present', { at: alone.startsAt })
    await at.mark(at.people.ana, alone.id, alone.seats[0]!, 'left')
    expect(await accept()).toBe(1)
    expect(await ledger(alone)).toEqual([450])
  })

  it('gets its turn behind reports that wait for the school, and these are looked at again', async () => {
    const walks = reportWalks(1)
    const accept = () =>
      withActor(at.fixture.workerPool, null, (tx) => acceptCleanReports(tx, { passOver: () => {} }, walks))
    const sent = async (minutesLate: number, days: number) => {
      const { shift } = await over([minutesLate])
      for (const change of [`status = 'submitted'`, `submitted_at = now() - make_interval(days => ${days})`])
        await at.fixture.rows(`update public.shift_reports set ${change} where id = $1`, [shift.id])
      return shift
    }
    const [late, inTime] = [await sent(20, 3_001), await sent(0, 3_000)]
    expect(await accept()).toBe(0)
    expect(await accept()).toBe(1)
    expect(await ledger(inTime)).toEqual([450])
    await at.mark(at.people.ana, late.id, late.seats[0]!, 'present', { at: late.startsAt })
    let rounds = 0
    while ((await get(at.people.ana, late.id)).status === 'submitted' && rounds++ < 50) await accept()
    expect(await ledger(late)).toEqual([450])
  })

  it('gets clean reports accepted although others are of a semester with locked hours, and hears of those', async () => {
    const passedOver: string[] = []
    const accept = () =>
      withActor(at.fixture.workerPool, null, (tx) =>
        acceptCleanReports(tx, { passOver: (id) => passedOver.push(id) }),
      )
    const ready = async () => {
      const { shift } = await over([0])
      for (const change of [`status = 'submitted'`, `submitted_at = now() - interval '8 days'`])
        await at.fixture.rows(`update public.shift_reports set ${change} where id = $1`, [shift.id])
      return shift
    }
    const [late, inTime, broken] = [await ready(), await ready(), await ready()]
    await at.fixture.rows('set session_replication_role = replica')
    await at.fixture.rows(
      `with over as (insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year, activated_at)
         select school_id, 'Locked', current_date - 60, current_date - 2, 'fall', '2026-27', now() from public.shifts where id = $1 returning id)
       update public.shifts set semester_id = over.id, status = 'closed' from over where shifts.id = $1`,
      [late.id],
    )
    // The ledger has no lines of future days.
    await at.fixture.rows(`update public.shifts set date = current_date + 3 where id = $1`, [broken.id])
    await at.fixture.rows('set session_replication_role = origin')
    expect(await accept()).toBe(1)
    expect(await Promise.all([late, inTime, broken].map(ledger))).toEqual([[0], [450], [0]])
    expect(passedOver).toEqual([broken.id])
    await accept()
    expect(
      (await titles(at.people.ana)).filter((title) => title.startsWith('A shift report can’t')),
    ).toHaveLength(1)
    await at.fixture.rows(
      `update public.semesters set reopened_at = now(), reopened_by = $2, reopen_reason = 'Late reports.'
       where id = (select semester_id from public.shifts where id = $1)`,
      [late.id, at.people.ana.id],
    )
    expect(await accept()).toBe(1)
    expect(await ledger(late)).toEqual([450])
  })
})

describe('an incident', () => {
  it("notifies the school at once, can be read only by those who should, and needs the school's look", async () => {
    const { shift, people } = await over([0])
    const id = randomUUID()
    await incident(shift.lead, shift, { id })
    await incident(shift.lead, shift, { id })
    expect(await receivedBy(at.fixture, at.people.ana, 'incident_reported')).toHaveLength(1)
    expect(await titles(at.people.ana)).toContain('Serious incident reported: exposure or needlestick')
    for (const who of [at.people.ana, shift.lead])
      expect((await get(who, shift.id)).incidents).toMatchObject([
        { severity: 'serious', students: ['Student 1'] },
      ])
    const seen = (who: Person | null) =>
      at.fixture.act(
        who,
        async (tx) =>
          (await sql`select id from public.shift_incidents where id = ${id}::uuid`.execute(tx)).rows.length,
      )
    for (const who of [people[0]!, at.people.denise, at.people.rob, at.people.frank, at.people.eve, null])
      expect(await seen(who)).toBe(0)
    // No one at the facility and no student is notified that there is one.
    for (const who of [people[0]!, at.people.denise, at.people.rob, at.people.frank, at.people.eve])
      expect(await receivedBy(at.fixture, who, 'incident_reported')).toEqual([])
    await save(shift.lead, shift.id)
    expect(await submit(shift.lead, shift.id)).toMatchObject({ status: 'submitted' })
    await expect(incident(shift.lead, shift, { seats: [randomUUID()] })).rejects.toThrow('not on the shift')
    await expect(incident(shift.lead, shift, { follow_up_by: '2020-01-01' })).rejects.toThrow(
      'Choose today or a later day',
    )
  })

  it('is closed by the school, once, with its outcome, which its reporter reads', async () => {
    const { shift, people } = await over([0])
    const id = randomUUID()
    await incident(shift.lead, shift, { id })
    const close = async (who: Person | null, note = 'Seen by employee health; no treatment needed.') =>
      call(api.closeIncident, { id, note }, await at.as(who))
    for (const who of [shift.lead, people[0]!, at.people.frank])
      await expect(close(who)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(close(at.people.rob)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await close(at.people.ana)
    await close(at.people.ana)
    await expect(close(at.people.ana, 'Nothing at all.')).rejects.toMatchObject({ code: 'CONFLICT' })
    for (const who of [at.people.ana, shift.lead])
      expect((await get(who, shift.id)).incidents).toMatchObject([
        { id, outcome: 'Seen by employee health; no treatment needed.', closed_at: expect.any(String) },
      ])
    const write = (who: Person) =>
      at.fixture.act(who, (tx) =>
        sql`insert into public.shift_incident_closings (incident_id, school_id, note, closed_by) values (${id}::uuid, ${at.school}::uuid, 'Mine.', ${who.id}::uuid)`.execute(
          tx,
        ),
      )
    for (const who of [shift.lead, people[0]!, at.people.rob, at.people.frank])
      await expect(write(who)).rejects.toMatchObject({ code: '42501' })
    const seen = (who: Person | null) =>
      at.fixture.act(
        who,
        async (tx) => (await sql`select 1 from public.shift_incident_closings`.execute(tx)).rows.length,
      )
    for (const who of [people[0]!, at.people.rob, at.people.frank, null]) expect(await seen(who)).toBe(0)
    // No one closes one anonymously, not even directly in the database.
    await expect(
      at.fixture.rows(
        `insert into public.shift_incident_closings (incident_id, school_id, note) values ($1, $2, 'By no one.')`,
        [id, at.school],
      ),
    ).rejects.toMatchObject({ column: 'closed_by' })
  })

  it('reported by the school keeps a clean report from being accepted automatically', async () => {
    const { shift } = await over([0])
    await incident(at.people.ana, shift)
    await save(shift.lead, shift.id)
    expect(await submit(shift.lead, shift.id)).toMatchObject({ status: 'submitted' })
    expect((await get(shift.lead, shift.id)).incidents).toEqual([])
  })
})

describe('the incident lead of a facility', () => {
  const name = async (by: Person | null, facility_id: string, who: Person | null) =>
    call(leads.name, { facility_id, user_id: who?.id ?? null }, await at.as(by))
  const leadAt = async (who: Person | null, facility_id: string) =>
    call(leads.get, { facility_id }, await at.as(who))
  const onShift = async (who: Person | null, shift: Shift) =>
    call(api.incidentsAtFacility, { shift_id: shift.id }, await at.as(who))
  const rowsOf = (who: Person | null, shift: Shift) =>
    at.fixture.act(
      who,
      async (tx) =>
        (await sql`select 1 from public.shift_incidents where shift_id = ${shift.id}::uuid`.execute(tx)).rows
          .length,
    )
  const incidentNotices = async (who: Person) =>
    (await receivedBy(at.fixture, who, 'incident_reported')).length
  const member = (facility: string, fullName: string) =>
    at.fixture.person({ role: 'facility_admin', facility, fullName })
  let grace: Person
  let site: Person
  let colleague: Person
  beforeAll(async () => {
    grace = await member(at.organization, 'Grace Kim')
    site = await member(at.north, 'Sam Ortiz')
    colleague = await member(at.north, 'Lee Wong')
  })
  beforeEach(() => at.fixture.rows('delete from public.incident_leads'))

  it('is the only person at the facility who is notified of an incident and reads it with its outcome', async () => {
    const { shift, people } = await over([0])
    await name(at.people.frank, at.north, site)
    await incident(shift.lead, shift)
    const others = [
      at.people.frank,
      grace,
      colleague,
      at.people.eve,
      at.people.denise,
      at.people.rob,
      people[0]!,
    ]
    expect(await incidentNotices(site)).toBe(1)
    expect(await receivedBy(at.fixture, site, 'incident_reported')).toMatchObject([
      {
        title: 'Serious incident reported: exposure or needlestick',
        data: { action_url: `/shift/${shift.id}` },
      },
    ])
    expect(await rowsOf(site, shift)).toBe(1)
    for (const who of others) expect([await incidentNotices(who), await rowsOf(who, shift)]).toEqual([0, 0])
    expect(await rowsOf(null, shift)).toBe(0)
    expect(await onShift(site, shift)).toMatchObject([
      { narrative: expect.stringMatching('needle'), severity: 'serious' },
    ])
    for (const who of [at.people.frank, grace, colleague, at.people.eve])
      expect(await onShift(who, shift)).toEqual([])
    for (const [who, code] of [
      [shift.lead, 'FORBIDDEN'],
      [people[0]!, 'FORBIDDEN'],
      [at.people.ana, 'FORBIDDEN'],
      [null, 'UNAUTHORIZED'],
    ] as const)
      await expect(onShift(who, shift)).rejects.toMatchObject({ code })
    const listed = (await leadAt(site, at.north)).incidents.find(({ shift_id: id }) => id === shift.id)
    expect(listed).toMatchObject({ severity: 'serious', closed_at: null })
    expect((await leadAt(at.people.frank, at.north)).incidents).toEqual([])
    const { id } = (await onShift(site, shift))[0]!
    await call(api.closeIncident, { id, note: 'Seen by employee health.' }, await at.as(at.people.ana))
    expect(await onShift(site, shift)).toMatchObject([{ outcome: 'Seen by employee health.' }])
    await expect(call(api.closeIncident, { id, note: 'Mine.' }, await at.as(site))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })

  it('reads the name of a student who released it, with an entry in the access log, and otherwise a number', async () => {
    const { shift, people } = await over([0, 0])
    await name(at.people.frank, at.north, site)
    await incident(shift.lead, shift, { seats: shift.seats })
    await at.fixture.rows(
      `insert into public.consents (school_id, student_id, text_version, granted_by, granted_at, expires_at) values ($1, $2, 'x', $2, now(), now() + interval '30 days')`,
      [at.school, people[0]!.id],
    )
    // A name is shown in the days that the organization has set.
    await at.fixture.rows(
      'update public.organizations set visibility_after_days = 14, visibility_before_days = 14',
    )
    const [found] = await onShift(site, shift)
    expect(found!.students.toSorted()).toEqual([expect.stringMatching(/^[A-Z]+-\d$/), 'Student 1'])
    const looks = await at.fixture.rows(
      'select 1 from public.disclosures where shift_id = $1 and seen_by = $2',
      [shift.id, site.id],
    )
    expect(looks).toHaveLength(1)
  })

  it('is the one of the nearest facility; when replaced, moved or gone, they read nothing more', async () => {
    const { shift } = await over([0])
    await name(at.people.frank, at.organization, grace)
    await incident(shift.lead, shift)
    expect(await incidentNotices(grace)).toBeGreaterThan(0)
    expect(await rowsOf(grace, shift)).toBe(1)
    expect((await leadAt(site, at.north)).lead).toMatchObject({
      name: 'Grace Kim',
      facility_id: at.organization,
    })
    await name(site, at.north, colleague)
    expect([await rowsOf(grace, shift), await rowsOf(colleague, shift)]).toEqual([0, 1])
    await name(site, at.north, site)
    expect([await rowsOf(colleague, shift), await rowsOf(site, shift)]).toEqual([0, 1])
    await at.fixture.rows('update public.users set linked_facility_id = $2 where id = $1', [site.id, at.ward])
    expect([await rowsOf(site, shift), await rowsOf(grace, shift)]).toEqual([0, 1])
    await at.fixture.rows('update public.users set linked_facility_id = $2 where id = $1', [
      site.id,
      at.north,
    ])
    await name(site, at.north, null)
    expect([await rowsOf(site, shift), await rowsOf(grace, shift)]).toEqual([0, 1])
    await at.fixture.rows(`update public.users set status = 'deactivated' where id = $1`, [grace.id])
    expect((await leadAt(at.people.frank, at.organization)).lead).toMatchObject({ is_active: false })
    await at.fixture.rows(`update public.users set status = 'active' where id = $1`, [grace.id])
  })

  it('is named by a person who runs the facility, from its own team, for an organization or a site', async () => {
    const stranger = await member(at.elsewhere, 'Kim Stone')
    expect((await leadAt(site, at.north)).choices.map((one) => one.name)).toEqual(
      expect.arrayContaining(['Sam Ortiz', 'Lee Wong']),
    )
    await expect(name(at.people.frank, at.north, stranger)).rejects.toThrow('member of your team')
    for (const [who, where] of [
      [site, at.organization],
      [at.people.eve, at.north],
      [at.people.frank, at.ward],
    ] as const)
      await expect(name(who, where, who)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const who of [at.people.ana, at.people.denise])
      await expect(name(who, at.north, site)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    // PostgreSQL by itself: no one from outside, no unit, no one of another team, and in no one else's name; a school sees none.
    const write = (by: Person, facility: string, who: Person, named: string, namedBy = by) =>
      at.fixture.act(by, (tx) =>
        sql`insert into public.incident_leads (facility_id, user_id, user_name, named_by) values (${facility}::uuid, ${who.id}::uuid, ${named}, ${namedBy.id}::uuid)`.execute(
          tx,
        ),
      )
    for (const one of [
      [at.people.eve, at.north, site, 'Sam Ortiz'],
      [at.people.ana, at.north, site, 'Sam Ortiz'],
      [at.people.frank, at.north, stranger, 'Kim Stone'],
      [at.people.frank, at.ward, site, 'Sam Ortiz'],
      [at.people.frank, at.north, site, 'Someone Else'],
      [at.people.frank, at.north, site, 'Sam Ortiz', site],
      [site, at.organization, site, 'Sam Ortiz'],
    ] as [Person, string, Person, string, Person?][])
      await expect(write(...one)).rejects.toMatchObject({ code: '42501' })
    await name(at.people.frank, at.north, site)
    const seen = (who: Person | null) =>
      at.fixture.act(
        who,
        async (tx) => (await sql`select 1 from public.incident_leads`.execute(tx)).rows.length,
      )
    for (const who of [at.people.frank, colleague, at.people.sam]) expect(await seen(who)).toBe(1)
    for (const who of [at.people.eve, at.people.ana, at.people.denise, null]) expect(await seen(who)).toBe(0)
    const change = (by: Person, what: ReturnType<typeof sql>) =>
      at.fixture.act(by, async (tx) => Number((await what.execute(tx)).numAffectedRows))
    for (const by of [at.people.eve, at.people.ana])
      expect(await change(by, sql`delete from public.incident_leads`)).toBe(0)
    await expect(
      change(at.people.frank, sql`update public.incident_leads set user_id = ${grace.id}::uuid`),
    ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('permissions', () => {
  it('another school, a student, an instructor without the shift, a facility and anonymous callers may do nothing', async () => {
    const { shift, people } = await over([20])
    await save(shift.lead, shift.id)
    const outsiders: [Person | null, string][] = [
      [at.people.denise, 'NOT_FOUND'],
      [at.people.rob, 'NOT_FOUND'],
      [people[0]!, 'FORBIDDEN'],
      [at.people.frank, 'FORBIDDEN'],
      [null, 'UNAUTHORIZED'],
    ]
    for (const [who, code] of outsiders) {
      for (const attempt of [get, save, submit])
        await expect(attempt(who, shift.id)).rejects.toMatchObject({ code })
      await expect(incident(who, shift)).rejects.toMatchObject({ code })
      const decided = who?.role === 'proctor' ? 'FORBIDDEN' : code
      await expect(decide(who, shift.id, 'accept')).rejects.toMatchObject({ code: decided })
    }
    await expect(decide(shift.lead, shift.id, 'accept')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await call(api.list, {}, await at.as(at.people.rob))).rows).toEqual([])
  })

  it('PostgreSQL by itself refuses steps and texts of the other party, dates, and hours without the school', async () => {
    const { shift } = await over([30])
    await save(shift.lead, shift.id)
    const tried = (who: Person, change: ReturnType<typeof sql>) =>
      at.fixture
        .act(who, async (tx) =>
          Number(
            (await sql`update public.shift_reports set ${change} where id = ${shift.id}::uuid`.execute(tx))
              .numAffectedRows,
          ),
        )
        .catch((error: { code: string }) => error.code)
    for (const who of [at.people.ana, at.people.sam]) {
      expect(await tried(who, sql`status = 'submitted'`)).toBe('PW409')
      expect(await tried(who, sql`teaching_summary = 'Other words'`)).toBe('PW409')
    }
    for (const change of [
      sql`due_at = now() + interval '9 days'`,
      sql`proctor_id = ${at.people.denise.id}::uuid`,
      sql`accepted_at = now()`,
    ])
      expect(await tried(shift.lead, change)).toBe('42501')
    expect(await tried(shift.lead, sql`status = 'accepted'`)).toBe('PW409')
    expect(await tried(shift.lead, sql`status = 'submitted'`)).toBe(1)
    expect(await tried(shift.lead, sql`status = 'accepted'`)).toBe('PW409')
    expect(await tried(shift.lead, sql`status = 'returned', returned_reason = 'Mine.'`)).toBe('PW409')
    for (const who of [at.people.denise, at.people.rob, at.people.frank])
      expect(await tried(who, sql`status = 'accepted'`)).toBe(0)
    for (const statement of [
      sql`update public.attendance_records set posted_at = now()`,
      sql`insert into public.shift_reports (id, school_id, proctor_id, due_at) values (${randomUUID()}::uuid, ${at.school}::uuid, ${shift.lead.id}::uuid, now())`,
      sql`update public.shift_incidents set narrative = 'Nothing happened.'`,
    ])
      await expect(at.fixture.act(shift.lead, (tx) => statement.execute(tx))).rejects.toMatchObject({
        code: '42501',
      })
  })
})

// Last, because earlier tests count the notifications of incidents.
it('an incident is reported and read during the shift, before there is a report', async () => {
  const [student] = await at.students(1)
  const shift = await at.running('1 hour', [student!])
  const read = async (who: Person | null) =>
    call(api.incidentsOnShift, { shift_id: shift.id }, await at.as(who))
  await incident(shift.lead, shift)
  await expect(get(shift.lead, shift.id)).rejects.toThrow('There is no report on this shift')
  const known = {
    incidents: [{ severity: 'serious', students: [expect.any(String)], closed_at: null }],
    students: [{ id: shift.seats[0], full_name: expect.any(String) }],
  }
  expect(await read(shift.lead)).toMatchObject(known)
  expect(await read(at.people.ana)).toMatchObject(known)
  expect(await read(at.people.rob)).toEqual({ incidents: [], students: [] })
  // The school finds it in its list without a report.
  const found = { show: 'incidents', proctor: shift.lead.id } as const
  const { rows, total } = await call(api.listForSchool, found, await at.as(at.people.ana))
  expect(await call(api.listForSchool, { ...found, page: 99 }, await at.as(at.people.ana))).toMatchObject({
    rows: [],
    total,
  })
  expect({ rows, total }).toMatchObject({
    total: 1,
    rows: [
      {
        shift_id: shift.id,
        status: null,
        due_at: null,
        incident: { closed_at: null, kind: expect.any(String) },
        proctor_id: shift.lead.id,
      },
    ],
  })
  const { counts } = await call(
    api.listForSchool,
    { show: 'incidents', semester_id: at.semesters[at.school]! },
    await at.as(at.people.ana),
  )
  expect(counts.incidents).toBeGreaterThan(0)
  expect(
    await call(api.listForSchool, { ...found, show: 'waiting' }, await at.as(at.people.ana)),
  ).toMatchObject({ total: 0 })
  for (const [who, code] of [
    [student!, 'FORBIDDEN'],
    [null, 'UNAUTHORIZED'],
  ] as const)
    await expect(read(who)).rejects.toMatchObject({ code })
})

it('the school finds incidents on reports of every status, a row for each, open ones first, and counts what it lists', async () => {
  const list = async (who: Person, more: object) => call(api.listForSchool, more, await at.as(who))
  const { shift } = await over([0])
  const { shift: other } = await over([0])
  const found = async () => list(at.people.ana, { show: 'incidents', page_size: 100 })
  const { counts: before } = await found()
  const ids = []
  for (const one of [shift, other, other]) {
    const id = randomUUID()
    ids.push(id)
    await call(
      api.reportIncident,
      {
        id,
        shift_id: one.id,
        kind: 'near_miss',
        severity: 'minor',
        narrative: 'A syringe was dropped, no one hurt.',
      },
      await at.as(one.lead),
    )
  }
  expect((await found()).counts.incidents).toBe(before.incidents + 3)
  await call(
    api.closeIncident,
    { id: ids[0]!, note: 'The unit was retrained.', idempotency_key: randomUUID() },
    await at.as(at.people.ana),
  )
  const { rows, total, counts } = await found()
  expect(counts.incidents).toBe(before.incidents + 3)
  expect({ total, rows: rows.length }).toEqual({ total: counts.incidents, rows: counts.incidents })
  const open = rows.map(({ incident: one }) => one!.closed_at === null)
  expect(open).toEqual(open.toSorted((a, b) => Number(b) - Number(a)))
  const isOpen = (id: string) => rows.find((row) => row.incident?.id === id)?.incident?.closed_at === null
  expect(ids.map(isOpen)).toEqual([false, true, true])
  expect(await list(at.people.rob, { show: 'incidents' })).toMatchObject({
    rows: [],
    counts: { incidents: 0 },
  })
})
