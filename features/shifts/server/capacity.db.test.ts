/** Every limit on seats is checked and named: at approval, counteroffer and change, and in what each party sees. */
import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import type { ShiftFields } from '../contract.ts'
import { roomBlocker } from '../rules.ts'
import { receivedBy } from '#app/testing-notifications.ts'
import { slotCalls } from '#features/open-slots/server/fake.ts'
import { createShiftFixture, type ShiftFixture } from './fake.ts'

let at: ShiftFixture
let day = 40
/** Where the last refusal said there is room. */
let room: string | undefined
let date: string
beforeAll(async () => {
  at = await createShiftFixture()
})
afterAll(() => at.fixture.close())
beforeEach(async () => {
  date = addDays(at.today, (day += 1))
  await unit({ exclusive_school: false, max_students_per_shift: 12 })
})

const unit = async (fields: {
  exclusive_school?: boolean
  max_students_per_shift?: number
  max_ratio_override?: number | null
  max_students_by_level?: object
}) => {
  const values = { max_ratio_override: null, max_students_by_level: {}, ...fields }
  await at.fixture.rows(
    `update public.units u set exclusive_school = coalesce(r.exclusive_school, u.exclusive_school), max_students_per_shift = coalesce(r.max_students_per_shift, u.max_students_per_shift),
       max_ratio_override = r.max_ratio_override, max_students_by_level = r.max_students_by_level
     from jsonb_populate_record(null::public.units, $2) r where u.id = $1`,
    [at.ward, JSON.stringify(values)],
  )
}
const limitsOf = async (id: string) => (await at.get(id)).limits
const asked = async (more: Partial<ShiftFields> = {}, who = at.people.ana) => {
  const id = await at.draft({ date, ...more }, who)
  await at.submit(id, who)
  return id
}
/** The refusal of an approval; checks that the rule used by the screen gives the same text. */
async function refusalOf(id: string, seats: number | null = null): Promise<string> {
  const { limits, capacity } = await at.get(id, at.people.frank)
  const refusal = await at.approve(id, seats).then(
    () => null,
    (error: Error) => error.message,
  )
  const [said, ...elsewhere] = refusal!.split(/ (?=There is room at that time|5 East has room on )/)
  expect(said).toBe(roomBlocker(limits, seats ?? capacity, 'Approve'))
  room = elsewhere.join(' ') || undefined
  return said!
}
const board = async (fields: object = {}, school = at.school) => {
  await at.fixture.rows(
    `with p as (insert into public.regulatory_profiles (jurisdiction, level, effective_from, max_students_per_instructor, source_url, ratio_covers_simulation)
       values ('Wisconsin', 'BSN', '2024-07-01', 10, 'https://docs.legis.wisconsin.gov/code', coalesce(($2::jsonb ->> 'covers')::boolean, false))
       on conflict (jurisdiction, level, effective_from) do update set ratio_covers_simulation = excluded.ratio_covers_simulation returning id)
     update public.schools c set regulatory_profile_id = p.id from p where c.id = $1`,
    [school, JSON.stringify(fields)],
  )
}
const counter = async (id: string, proposal: object) =>
  call(at.api.counter, { ...(await at.locked(id)), proposal, note: null }, await at.as(at.people.frank))

describe('an approval', () => {
  it('keeps to the unit’s limit even if the ratio allows fewer', async () => {
    await board()
    const id = await asked({ capacity: 13 })
    expect(await refusalOf(id)).toBe(
      '5 East takes 12 students at a time. Approve 12 or fewer, or choose another unit, day or time.',
    )
    await at.approve(id, 12)
    expect(await at.get(id)).toMatchObject({ approved_capacity: 12, seats: 10, seats_limit: 'ratio' })
    const notice = (await receivedBy(at.fixture, at.people.ana, 'shift_approved')).at(-1)
    expect(notice!.message).toMatch(
      /12 of 13 seats\. Students can take 10: Wisconsin allows 10 students per instructor \(in effect since July 1, 2024\)\.$/,
    )
    const next = await call(
      at.api.limits,
      {
        shift_id: null,
        school_id: at.otherSchool,
        facility_id: at.ward,
        date,
        start_time: '08:00',
        end_time: '12:00',
        experience_type: 'group',
        capacity: 4,
      },
      await at.as(at.people.rob),
    )
    expect(next[0]).toMatchObject({
      limit_name: 'unit',
      seats: 0,
      why: '5 East takes 12 students at a time; 12 of these seats are taken by other shifts.',
    })
  })

  it('names every limit that refuses', async () => {
    await at.approve(await asked({ capacity: 4 }, at.people.rob))
    const id = await asked({ capacity: 9 })
    expect(await refusalOf(id)).toContain('4 of these seats are taken by other shifts. Approve 8 or fewer')
    await unit({ exclusive_school: true })
    const said = await refusalOf(id)
    expect(said).toContain('Another school has 5 East at that time')
    expect(said).toContain('4 of these seats are taken by other shifts.')
    expect(said).toMatch(/ Choose another unit, day or time\.$/)
  })

  it('says where there is room instead: other units at that time, and the unit on another day', async () => {
    await at.fixture.rows(
      'update public.units set max_students_per_shift = 9, exclusive_school = false where id = $1',
      [at.icu],
    )
    await at.approve(await asked({ capacity: 5 }, at.people.rob))
    const id = await asked({ capacity: 8 })
    await refusalOf(id)
    const next = new Intl.DateTimeFormat('en-US', {
      weekday: 'long',
      month: 'long',
      day: 'numeric',
      timeZone: 'UTC',
    }).format(Date.parse(addDays(date, 7)))
    expect(room).toBe(`There is room at that time on ICU. 5 East has room on ${next}.`)
    await at.fixture.rows('update public.units set max_students_per_shift = 7 where id = $1', [at.icu])
    await refusalOf(id)
    expect(room).toBe(`5 East has room on ${next}.`)
    await at.fixture.rows(`update public.facilities set status = 'paused' where id = $1`, [at.icu])
    await unit({ max_students_per_shift: 6 })
    await refusalOf(id)
    expect(room).toBeUndefined()
    await at.fixture.rows(`update public.facilities set status = 'active' where id = $1`, [at.icu])
  })

  it('refuses one of two concurrent approvals that fit only alone, with the numbers', async () => {
    const ids = [await asked({ capacity: 7 }), await asked({ capacity: 7 }, at.people.rob)]
    const outcomes = await Promise.allSettled(ids.map((id) => at.approve(id)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: {
        message: expect.stringContaining('7 of these seats are taken by other shifts. Approve 5 or fewer'),
      },
    })
  })

  it('keeps to the seats by year of study, also next to another shift of that year', async () => {
    const cohort = await at.fixture.rows<{ id: string }>(
      `insert into public.cohorts (school_id, name, start_date, expected_graduation) values ($1, 'First years', $2, $3) returning id`,
      [at.school, addDays(at.today, -20), addDays(at.today, 900)],
    )
    await unit({ max_students_by_level: { first_year: 5 } })
    const cohort_ids = [cohort[0]!.id]
    const id = await asked({ capacity: 8, cohort_ids })
    expect(await refusalOf(id)).toBe(
      '5 East takes 5 first-year students at a time. Approve 5 or fewer, or choose another unit, day or time.',
    )
    await at.approve(id, 4)
    const second = await asked({ capacity: 2, cohort_ids })
    expect(await refusalOf(second)).toContain(
      '5 first-year students (4 of these seats are taken by other shifts) at a time. Approve 1 or fewer',
    )
    expect((await limitsOf(await asked({ capacity: 8 }))).map(({ limit_name: name }) => name)).not.toContain(
      'level',
    )
  })

  it('checks the agreement again, and its number of seats', async () => {
    const id = await asked({ capacity: 6 })
    await at.fixture.rows(
      `update public.partnerships set status = 'suspended', suspended_by_party = 'school', status_reason = 'Insurance' where school_id = $1`,
      [at.school],
    )
    expect(await refusalOf(id)).toContain('The partnership with River Health is suspended: Insurance.')
    await at.fixture.rows(
      `update public.partnerships set status = 'active', suspended_by_party = null, status_reason = null, seat_quota_per_semester = 1 where school_id = $1`,
      [at.school],
    )
    expect(await refusalOf(id)).toMatch(
      /The agreement with River Health allows 1 seats? per semester; \d+ are taken by other shifts\./,
    )
    await at.fixture.rows(`update public.partnerships set seat_quota_per_semester = null`)
    await at.approve(id)
  })
})

describe('the unit', () => {
  const windows = (list: { from: string; to: string; max: number }[]) =>
    at.fixture.rows('update public.units set capacity_windows = $2 where id = $1', [
      at.ward,
      JSON.stringify(list),
    ])
  const blackout = (list: { from: string; to: string }[]) =>
    at.fixture.rows('update public.units set blackout = $2 where id = $1', [at.ward, JSON.stringify(list)])
  /** The seats that the unit leaves for a shift that is not written yet. */
  const seatsOn = async (on: string, more: Partial<ShiftFields> = {}) => {
    const plan = { school_id: at.school, facility_id: at.ward, start_time: '07:00', end_time: '15:00' }
    const limits = await call(
      at.api.limits,
      { shift_id: null, ...plan, date: on, experience_type: 'group', capacity: 4, ...more },
      await at.as(at.people.ana),
    )
    return limits.find((one) => one.limit_name === 'unit')?.seats
  }

  it('takes as many as its season allows, and no one out of season', async () => {
    // Far from the days of the other tests.
    const [first, last] = [addDays(at.today, 200), addDays(at.today, 210)]
    await windows([
      { from: first, to: last, max: 3 },
      { from: addDays(last, 2), to: addDays(last, 9), max: 5 },
    ])
    try {
      expect(await seatsOn(addDays(first, -1))).toBe(0)
      expect(await seatsOn(first)).toBe(3)
      expect(await seatsOn(last)).toBe(3)
      expect(await seatsOn(addDays(last, 1))).toBe(0)
      expect(await seatsOn(addDays(last, 2))).toBe(5)
      const id = await asked({ date: last, capacity: 4 })
      expect(await refusalOf(id)).toBe(
        '5 East takes 3 students at a time. Approve 3 or fewer, or choose another unit, day or time.',
      )
      await at.approve(id, 3)
      await expect(at.submit(await at.draft({ date: addDays(last, 1), capacity: 4 }))).rejects.toThrow(
        '5 East',
      )
      // Never more than at any other time.
      await windows([{ from: first, to: addDays(last, 9), max: 40 }])
      expect(await seatsOn(addDays(last, 5))).toBe(12)
    } finally {
      await windows([])
    }
  })

  it('is closed from the first to the last day of a closed span, and open the day after', async () => {
    const [first, last] = [addDays(at.today, 220), addDays(at.today, 222)]
    await blackout([{ from: first, to: last }])
    try {
      for (const closed of [first, addDays(first, 1), last])
        await expect(at.submit(await at.draft({ date: closed, capacity: 4 }))).rejects.toThrow(
          '5 East takes no students on',
        )
      for (const open of [addDays(first, -1), addDays(last, 1)])
        await at.submit(await at.draft({ date: open, capacity: 4 }))
    } finally {
      await blackout([])
    }
  })

  it('counts the seats of a night on the next morning, while the two overlap', async () => {
    const night = addDays(at.today, 230)
    const times = { start_time: '19:00', end_time: '09:00' }
    await at.approve(await asked({ date: night, ...times, capacity: 8 }, at.people.rob))
    const morning = addDays(night, 1)
    expect(await seatsOn(morning)).toBe(4)
    expect(await seatsOn(morning, { start_time: '09:00', end_time: '15:00' })).toBe(12)
    expect(await refusalOf(await asked({ date: morning, capacity: 5 }))).toContain(
      '8 of these seats are taken by other shifts. Approve 4 or fewer',
    )
  })
})

describe('a submission', () => {
  it('is refused if there is no room at all, before anyone is asked', async () => {
    await at.approve(await asked({ capacity: 12 }, at.people.rob))
    const id = await at.draft({ date, capacity: 4 })
    await expect(at.submit(id)).rejects.toThrow(
      '5 East takes 12 students at a time; 12 of these seats are taken by other shifts. Choose another unit, day or time.',
    )
  })

  it('is refused, not reduced, if it needs no decision and does not fit completely', async () => {
    await at.approve(await asked({ capacity: 9 }, at.people.rob))
    await at.fixture.rows('update public.partnerships set auto_approve_shifts = true where school_id = $1', [
      at.school,
    ])
    const id = await at.draft({ date, capacity: 4 })
    await expect(at.submit(id)).rejects.toThrow(
      '9 of these seats are taken by other shifts. Request 3 or fewer, or choose another unit, day or time.',
    )
    const fits = await asked({ capacity: 3 })
    expect(await at.get(fits)).toMatchObject({ status: 'approved', approved_capacity: 3, seats: 3 })
    await at.fixture.rows('update public.partnerships set auto_approve_shifts = false')
  })
})

describe('a counteroffer and a change', () => {
  it('keep to every limit of the proposed unit and time', async () => {
    await board()
    const id = await asked({ capacity: 9 })
    await expect(counter(id, { capacity: 13 })).rejects.toThrow(
      '5 East takes 12 students at a time. Propose 12 or fewer, or choose another unit, day or time.',
    )
    await counter(id, { capacity: 12 })
    // Another school takes seats in the meantime: the proposal no longer fits.
    const other = await asked({ capacity: 3 }, at.people.rob)
    await at.approve(other)
    const answer = { ...(await at.locked(id)), accept: true, reason: null }
    await expect(call(at.api.answerCounter, answer, await at.as(at.people.ana))).rejects.toThrow(
      '5 East takes 12 students at a time; 3 of these seats are taken by other shifts. Decline this, and agree on 9 or fewer, or choose another unit, day or time.',
    )
    const approved = await asked({ capacity: 4 })
    await at.approve(approved)
    const change = { ...(await at.locked(approved)), change: { capacity: 11 }, reason: 'More students.' }
    await expect(call(at.api.askChange, change, await at.as(at.people.ana))).rejects.toMatchObject({
      message: expect.stringContaining('Request 9 or fewer'),
    })
  })
})

describe('the rules shown', () => {
  it('have their source and effective date, and say if they do not apply to simulation', async () => {
    await board()
    const shown = async (experience_type: ShiftFields['experience_type']) =>
      (await limitsOf(await at.draft({ date, experience_type }))).filter((one) => one.limit_name === 'ratio')
    expect(await shown('group')).toEqual([
      {
        limit_name: 'ratio',
        seats: 10,
        why: 'Wisconsin allows 10 students per instructor (in effect since July 1, 2024).',
        way_out: '1 instructor may supervise 10 students here. Add an instructor or move a student.',
        applies: true,
        source_url: 'https://docs.legis.wisconsin.gov/code',
      },
    ])
    expect(await shown('simulation')).toMatchObject([
      {
        applies: false,
        why: expect.stringMatching(/students per instructor .*This rule does not apply to simulation\.$/),
      },
    ])
    expect(await shown('observation')).toEqual([])
    await board({ covers: true })
    expect(await shown('simulation')).toMatchObject([{ applies: true, seats: 10 }])
  })

  it('include a school’s stricter rule for a specialty, and no other', async () => {
    await at.fixture.rows(
      `update public.schools set settings = settings || '{"max_students_by_specialty": {"pediatrics": 6}}' where id = $1`,
      [at.school],
    )
    const id = await asked({ capacity: 9, specialty: 'pediatrics' })
    expect(await limitsOf(id)).toContainEqual({
      limit_name: 'school',
      seats: 6,
      why: 'Lake School allows 6 students per instructor in Pediatrics.',
      way_out: '1 instructor may supervise 6 students here. Add an instructor or move a student.',
      applies: true,
      source_url: null,
    })
    await at.approve(id)
    expect(await at.get(id)).toMatchObject({ approved_capacity: 9, seats: 6, seats_limit: 'school' })
    const other = await at.draft({ date, specialty: 'med_surg' })
    expect((await limitsOf(other)).map(({ limit_name: name }) => name)).not.toContain('school')
  })

  it('are the same for both parties before a plan is written', async () => {
    const id = await asked({ capacity: 9 })
    const { facility_id, start_time, end_time, experience_type, capacity, specialty } = await at.get(id)
    const plan = {
      school_id: at.school,
      facility_id,
      date,
      start_time,
      end_time,
      experience_type,
      capacity,
      specialty,
    }
    const before = async (who = at.people.ana, shift_id: string | null = id, more = {}) =>
      call(at.api.limits, { ...plan, shift_id, ...more }, await at.as(who))
    const written = await limitsOf(id)
    expect(written.length).toBeGreaterThan(1)
    expect(await before()).toEqual(written)
    expect(await before(at.people.frank)).toEqual(written)
    // Without the shift's id its own seats count as others'; another day has none of them.
    const inUnit = (limits: typeof written) => limits.find((one) => one.limit_name === 'unit')!.seats
    const taken = inUnit(await before(at.people.ana, null))
    await at.approve(id)
    expect(inUnit(await before(at.people.ana, null))).toBe(taken - 9)
    expect(inUnit(await before(at.people.ana, id, { date: addDays(date, 1) }))).toBeGreaterThan(taken - 9)
    await expect(before(at.people.rob)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(before(at.people.frank, id, { facility_id: null })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })
})

describe('a day on which the site is closed to students', () => {
  const close = (days: string[]) =>
    at.fixture.rows('update public.sites set holidays = $2::date[] where id = $1', [at.north, days])

  it('refuses submission, approval, counteroffer, change and offer, and is shown beforehand', async () => {
    const moved = await asked()
    const approved = await asked({ start_time: '18:00', end_time: '22:00' })
    await at.approve(approved)
    const closed = addDays(date, 200)
    await close([closed])
    const said = /^North is closed to students on [A-Z][a-z]+ \d+\. Choose another/
    const draft = await at.draft({ date: closed })
    expect((await limitsOf(draft))[0]).toMatchObject({
      limit_name: 'closed',
      seats: 0,
      why: expect.stringMatching(/^North is closed to students on /),
    })
    await expect(at.submit(draft)).rejects.toThrow(said)
    await expect(counter(moved, { date: closed })).rejects.toThrow(said)
    const change = { ...(await at.locked(approved)), change: { date: closed }, reason: 'A new week.' }
    await expect(call(at.api.askChange, change, await at.as(at.people.ana))).rejects.toThrow(said)
    await expect(
      call(
        slotCalls.offer,
        {
          id: crypto.randomUUID(),
          facility_id: at.ward,
          dates: [closed],
          start_time: '07:00',
          end_time: '15:00',
          experience_type: 'group',
          seats: 4,
          note: null,
          school_ids: [],
        },
        await at.as(at.people.frank),
      ),
    ).rejects.toThrow(said)
    await close([])
    await at.submit(draft)
    await close([closed])
    await expect(at.approve(draft)).rejects.toThrow(said)
    await close([])
    await at.approve(draft)
  })
})
