/** The days of a project follow the rules that shifts follow: the agreement, closed days, and rest after a night. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays } from '#core/plain-date.ts'
import { seatCalls } from '#features/assignments/server/fake.ts'
import { type Capstones, createCapstones } from './fake.ts'

let at: Capstones
beforeAll(async () => {
  at = await createCapstones()
})
afterEach(() => at.clear())
afterAll(() => at.fixture.close())

describe('the agreement with the facility', () => {
  const agreement = (set: string) =>
    at.fixture.rows(`update public.partnerships set ${set} where school_id = $1`, [at.school])
  // The date is the school's: in the evening of the United States it is the day before PostgreSQL's.
  const endsIn = (days: number) => `effective_to = '${addDays(at.today, days)}'`
  const approved = async () => {
    const id = await at.propose(at.ben)
    await at.move(at.ben, id, 'submit')
    await at.move(at.people.ana, id, 'review')
    await at.approve(id)
    return id
  }
  const ask = async (id: string, who = at.people.ana) =>
    call(
      at.api.askFacility,
      { id, version: await at.version(id), facility_id: at.ward, ...at.key() },
      await at.as(who),
    )

  it('is asked before the facility is', async () => {
    const id = await approved()
    for (const who of [at.people.ana, at.people.marcus]) {
      await agreement(`agreement_kind = 'observation_only', ${endsIn(400)}`)
      await expect(ask(id, who)).rejects.toThrow('it allows observation only')
      await agreement(`agreement_kind = 'affiliation', ${endsIn(-1)}`)
      await expect(ask(id, who)).rejects.toThrow('is outside it')
    }
    // Part of the project is covered: each day decides when it is planned.
    await agreement(endsIn(30))
    await ask(id)
    await agreement(endsIn(400))
  })

  it('covers each planned day, for every planner', async () => {
    const { id } = await at.signed()
    await agreement(endsIn(30))
    for (const who of [at.ada, at.priya, at.people.ana, at.people.marcus]) {
      await expect(at.plan(id, addDays(at.today, 33), who)).rejects.toThrow('is outside it')
      const planned = await at.plan(id, addDays(at.today, 20), who)
      expect(
        await at.fixture.rows('select date::text, status from public.capstone_days where id = $1', [planned]),
      ).toEqual([{ date: addDays(at.today, 20), status: 'planned' }])
      await at.fixture.rows(`update public.capstone_days set status = 'removed' where project_id = $1`, [id])
    }
    await agreement(
      `${endsIn(400)}, status = 'suspended', suspended_by_party = 'facility', status_reason = 'The audit is due.'`,
    )
    await expect(at.plan(id, addDays(at.today, 20))).rejects.toThrow('is suspended')
    // Days that are over were worked under it.
    await at.plan(id, addDays(at.today, -3))
    await agreement(`status = 'active', suspended_by_party = null, status_reason = null`)
  })

  it('and its parties are notified once when it ends before planned days, or the unit closes', async () => {
    const said = async (who: { id: string }) =>
      (await receivedBy(at.fixture, who)).filter(({ title }) => title.includes('can’t take place as planned'))
        .length
    const everyone = [at.ada, at.people.marcus, at.people.ana, at.people.frank]
    for (const [change, back] of [
      [() => agreement(endsIn(10)), () => agreement(endsIn(400))],
      [
        () => at.fixture.rows(`update public.facilities set status = 'paused' where id = $1`, [at.ward]),
        () => at.fixture.rows(`update public.facilities set status = 'active' where id = $1`, [at.ward]),
      ],
    ] as const) {
      const { id } = await at.signed()
      await at.plan(id, addDays(at.today, 12))
      const before = await said(at.ada)
      await at.dueWork()
      expect(await said(at.ada)).toBe(before)
      await change()
      await at.dueWork()
      await at.dueWork()
      for (const who of everyone) expect(await said(who)).toBe(before + 1)
      await back()
      await at.move(at.people.ana, id, 'cancel', 'Over.')
    }
  })

  it('covers the program of the cohort that the student is in on the day', async () => {
    const { id } = await at.signed()
    const programs: string[] = []
    for (const [name, from, to] of [
      ['ADN', -100, 30],
      ['BSN', 30, null],
    ] as const) {
      const [made] = await at.fixture.rows<{ id: string }>(
        `with p as (insert into public.programs (school_id, name, level, total_required_hours) values ($1, $2, $2, 500) returning id),
           c as (insert into public.cohorts (school_id, name, program_id, start_date, expected_graduation)
             select $1, $2, id, current_date - 100, current_date + 500 from p returning id)
         insert into public.cohort_memberships (school_id, cohort_id, student_id, from_date, to_date, end_reason)
           select $1, c.id, $3, $4, $5, case when $5::date is not null then 'transferred' end from c returning (select id from p)`,
        [at.school, name, at.ada.id, addDays(at.today, from), to === null ? null : addDays(at.today, to)],
      )
      programs.push(made!.id)
    }
    await at.fixture.rows(
      `insert into public.partnership_programs (partnership_id, school_id, program_id)
       select p.id, p.school_id, $2 from public.partnerships p where p.school_id = $1`,
      [at.school, programs[1]],
    )
    await expect(at.plan(id, addDays(at.today, 29), at.people.ana)).rejects.toThrow(/ADN|program/)
    await at.plan(id, addDays(at.today, 30), at.people.ana)
    await at.fixture.rows('delete from public.partnership_programs')
    await at.fixture.rows('delete from public.cohort_memberships where student_id = $1', [at.ada.id])
  })

  it('and the facility itself: no day is planned while the unit is closed', async () => {
    const { id } = await at.signed()
    const day = addDays(at.today, 21)
    await at.fixture.rows(
      `update public.units set blackout = jsonb_build_array(jsonb_build_object('from', $2::text, 'to', $2::text)) where id = $1`,
      [at.ward, day],
    )
    await expect(at.plan(id, day)).rejects.toThrow('5 East is closed to students on')
    await at.plan(id, addDays(day, 1))
    await at.fixture.rows(`update public.units set blackout = '[]' where id = $1`, [at.ward])
    await at.fixture.rows(`update public.facilities set status = 'paused' where id = $1`, [at.ward])
    await expect(at.plan(id, addDays(day, 2))).rejects.toThrow('5 East is paused on')
    await at.fixture.rows(`update public.facilities set status = 'active' where id = $1`, [at.ward])
  })
})

describe('the rest after a night', () => {
  const nights = { start_time: '19:00', end_time: '07:00' }
  const day = (back: number, times = {}) => ({
    id: randomUUID(),
    date: addDays(at.today, back),
    start_time: '07:00',
    end_time: '19:00',
    kind: 'on_unit' as const,
    ...times,
  })
  const planned = async (project_id: string, one: ReturnType<typeof day>) =>
    call(at.api.plan, { project_id, days: [one], ...at.key() }, await at.as(at.ada))
  const ask = async (shift_id: string) => {
    const id = randomUUID()
    await call(seatCalls.ask, { id, shift_id }, await at.as(at.ada))
    return id
  }

  it('of a capstone day holds for shifts', async () => {
    const { id } = await at.signed()
    await planned(id, day(25, nights))
    const soon = await at.published({ date: addDays(at.today, 26) })
    const later = await at.published({
      date: addDays(at.today, 26),
      start_time: '15:00',
      end_time: '23:00',
    })
    const rows = await call(
      seatCalls.available,
      { from: addDays(at.today, 26), limit: 50 },
      await at.as(at.ada),
    )
    const blocks = new Map(rows.map((row) => [row.id, row.block]))
    expect([blocks.get(soon), blocks.get(later)]).toEqual([{ capstone: true }, null])
    await expect(ask(soon)).rejects.toThrow('A capstone day, or the rest after it, is at that time')
    await ask(later)
  })

  it('of a shift holds for capstone days', async () => {
    const { id } = await at.signed()
    await ask(await at.published({ date: addDays(at.today, 50), ...nights }))
    await expect(planned(id, day(51))).rejects.toThrow('The student has a shift at that time: 5 East')
    await planned(id, day(51, { start_time: '15:00', end_time: '19:00' }))
    // A night right before a shift, too.
    await ask(await at.published({ date: addDays(at.today, 60) }))
    await expect(planned(id, day(59, nights))).rejects.toThrow('The student has a shift at that time: 5 East')
  })

  it('of a shift that is moved, and for planners who may not see it', async () => {
    const { id } = await at.signed()
    await planned(id, day(71))
    const shift = await at.published({ date: addDays(at.today, 73), ...nights })
    await ask(shift)
    await expect(
      call(
        at.shifts.askChange,
        {
          ...(await at.locked(shift)),
          change: { date: addDays(at.today, 70) },
          reason: 'The ward asks for it.',
        },
        await at.as(at.people.sam),
      ),
    ).rejects.toThrow('has a capstone day at that time')
    const elsewhere = await at.published({ date: addDays(at.today, 75), facility_id: at.icu, ...nights })
    await ask(elsewhere)
    await expect(at.plan(id, addDays(at.today, 76), at.priya)).rejects.toThrow(
      /has a shift at that time on .*\. Choose another time, or ask/,
    )
  })
})

describe('the longest day that the school allows', () => {
  const allow = (hours: number) =>
    at.fixture.rows(
      `update public.schools set settings = settings || jsonb_build_object('hours_per_day_max', $2::integer) where id = $1`,
      [at.school, hours],
    )

  it('holds when a day is planned and when its hours are confirmed', async () => {
    const { id } = await at.signed()
    await allow(10)
    await expect(at.plan(id, addDays(at.today, 60))).rejects.toThrow('A day can be at most 10 hours.')
    await allow(12)
    const day = await at.plan(id, addDays(at.today, -4))
    await allow(10)
    await expect(at.confirm(day)).rejects.toThrow('A day can be at most 10 hours.')
    await call(at.api.confirm, { id: day, minutes: 600, ...at.key() }, await at.as(at.priya))
    expect(await at.get(id)).toMatchObject({ credited_hours: 10 })
    await allow(16)
  })
})
