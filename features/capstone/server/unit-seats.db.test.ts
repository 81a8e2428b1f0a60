/** A capstone student takes a seat on the unit of each planned day, in every limit and picture of the unit (decision 240). */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { addDays, formatDate } from '#core/plain-date.ts'
import { seatCalls } from '#features/assignments/server/fake.ts'
import { unitLinkCalls } from '#features/unit-links/server/fake.ts'
import { approvalCalls } from '#features/shift-approvals/server/fake.ts'
import { type Capstones, createCapstones } from './fake.ts'

let at: Capstones
let project: string
let ahead = 20
let day: string
beforeAll(async () => {
  at = await createCapstones()
  project = (await at.signed()).id
})
afterEach(async () => {
  await unit(
    `max_students_per_shift = 12, exclusive_school = false, max_students_by_level = '{}', capacity_windows = '[]'`,
  )
  await at.fixture.rows(`update public.capstone_days set status = 'removed' where status = 'planned'`)
})
afterAll(() => at.fixture.close())

const unit = (set: string) => at.fixture.rows(`update public.units set ${set} where id = $1`, [at.ward])
const nextDay = () => (day = addDays(at.today, (ahead += 1)))
const projectAt = (facility: string) =>
  at.fixture.rows('update public.capstone_projects set facility_id = $2 where id = $1', [project, facility])
const asked = async (more = {}, who = at.people.ana) => {
  const id = await at.draft({ date: day, start_time: '07:00', end_time: '15:00', ...more }, who)
  await at.submit(id, who)
  return id
}
const approveShift = async (id: string, seats: number | null = null) => {
  const [one] = await call(
    at.shifts.approve,
    { shifts: [await at.locked(id)], seats },
    await at.as(at.people.frank),
  )
  if (!one!.ok) throw new Error(one!.message!)
}

describe('the limits of a unit', () => {
  it('count a planned day at that time, and no other', async () => {
    nextDay()
    await unit('max_students_per_shift = 8')
    const id = await asked({ capacity: 8 })
    await at.plan(project, addDays(day, 1))
    await at.plan(project, day)
    await expect(approveShift(id)).rejects.toThrow(
      '5 East takes 8 students at a time; 1 of these seats is taken by capstone students. Approve 7 or fewer',
    )
    const night = await asked({ capacity: 8, start_time: '20:00', end_time: '23:00' })
    await approveShift(night)
    await approveShift(id, 7)
  })

  it('refuse a day for which the unit has no seat, for every planner', async () => {
    nextDay()
    await unit('max_students_per_shift = 8')
    await approveShift(await asked({ capacity: 8 }))
    for (const who of [at.ada, at.priya, at.people.ana, at.people.marcus])
      await expect(at.plan(project, day, who)).rejects.toThrow(
        `The unit has no seat left at that time on ${formatDate(day)}`,
      )
    await unit('max_students_per_shift = 9')
    await at.plan(project, day)
  })

  it('keep a unit for one school at a time', async () => {
    nextDay()
    await unit('exclusive_school = true')
    const theirs = await asked({}, at.people.rob)
    const ours = await asked()
    await at.plan(project, day)
    await expect(approveShift(theirs)).rejects.toThrow('Another school has 5 East at that time')
    await approveShift(ours)
    nextDay()
    await approveShift(await asked({}, at.people.rob))
    await expect(at.plan(project, day)).rejects.toThrow('The unit has another school at that time')
  })

  it('by year of study count the student’s', async () => {
    nextDay()
    const [cohort] = await at.fixture.rows<{ id: string }>(
      `insert into public.cohorts (school_id, name, start_date, expected_graduation) values ($1, 'Capstone seats', current_date - 100, current_date + 500) returning id`,
      [at.school],
    )
    await at.fixture.rows(
      `insert into public.cohort_memberships (school_id, cohort_id, student_id, from_date) values ($1, $2, $3, current_date - 100)`,
      [at.school, cohort!.id, at.ada.id],
    )
    await unit(`max_students_by_level = '{"first_year": 2}'`)
    await at.plan(project, day)
    const id = await asked({ capacity: 2, cohort_ids: [cohort!.id] })
    await expect(approveShift(id)).rejects.toThrow(
      '2 first-year students (1 of these seats are taken by other shifts)',
    )
    await approveShift(id, 1)
    await at.plan(project, addDays(day, 1))
    await unit(`max_students_by_level = '{"first_year": 0}'`)
    await expect(at.plan(project, addDays(day, 2))).rejects.toThrow('The unit has no seat left at that time')
  })

  it('are those of the preceptor’s unit where the project is at a site', async () => {
    nextDay()
    await unit('max_students_per_shift = 8')
    const id = await asked({ capacity: 8 })
    await at.plan(project, day)
    await at.fixture.rows('update public.capstone_projects set facility_id = $2 where id = $1', [
      project,
      at.north,
    ])
    await expect(approveShift(id)).rejects.toThrow('Approve 7 or fewer')
    await at.fixture.rows('update public.capstone_projects set facility_id = $2 where id = $1', [
      project,
      at.ward,
    ])
    // Hours elsewhere take no seat.
    await at.fixture.rows(`update public.capstone_days set kind = 'other' where project_id = $1`, [project])
    await approveShift(id)
  })

  it('refuse a seat that a capstone student takes', async () => {
    nextDay()
    const id = await asked({ capacity: 1, signup_mode: 'self_signup' })
    await approveShift(id)
    await at.publish(id)
    await at.plan(project, day)
    await unit('max_students_per_shift = 1')
    await expect(
      call(seatCalls.ask, { id: randomUUID(), shift_id: id }, await at.as(at.ben)),
    ).rejects.toThrow('1 of these seats is taken by capstone students')
  })
})

describe('a substitute of another unit', () => {
  const substitute = async (id: string, preceptor_id: string) =>
    call(
      at.api.substitute,
      { id, preceptor_id, reason: 'Priya is away.', ...at.key() },
      await at.as(at.people.ana),
    )
  const unitOf = async (id: string) =>
    (await at.fixture.rows('select facility_id from public.capstone_days where id = $1', [id]))[0]
  const atSite = async (planned: () => Promise<void>) => {
    await projectAt(at.north)
    await planned()
    await projectAt(at.ward)
  }
  const limit = (of: string, most: number) =>
    at.fixture.rows('update public.units set max_students_per_shift = $2 where id = $1', [of, most])

  it('takes a seat of that unit, and is refused if it has none', async () => {
    nextDay()
    await limit(at.icu, 8)
    await approveShift(await asked({ capacity: 8, facility_id: at.icu }))
    await atSite(async () => {
      const id = await at.plan(project, day)
      await expect(substitute(id, at.named.idle.id)).rejects.toThrow('The unit has no seat left')
      expect(await unitOf(id)).toEqual({ facility_id: at.ward })
      await limit(at.icu, 9)
      await substitute(id, at.named.idle.id)
      expect(await unitOf(id)).toEqual({ facility_id: at.icu })
    })
    await limit(at.icu, 12)
  })

  it('is not refused because the first unit is full, nor is one of the same unit', async () => {
    nextDay()
    await atSite(async () => {
      const away = await at.plan(project, day)
      const other = await at.plan(project, addDays(day, 1))
      await call(
        at.api.changeDay,
        { id: away, change: 'reschedule', reason: 'Priya is ill.', ...at.key() },
        await at.as(at.people.ana),
      )
      // No seats but in a span that is over.
      await unit(`capacity_windows = '[{"from": "2020-01-01", "to": "2020-01-02", "max": 1}]'`)
      await substitute(away, at.named.idle.id)
      await substitute(other, at.named.lee.id)
      expect([await unitOf(away), await unitOf(other)]).toEqual([
        { facility_id: at.icu },
        { facility_id: at.ward },
      ])
    })
  })
})

describe('the pictures of a facility', () => {
  const span = () => ({ from: day, days: 1 })
  const occupancy = async (who = at.people.frank) => call(approvalCalls.occupancy, span(), await at.as(who))
  const days = async (who = at.people.frank) => call(approvalCalls.capstoneDays, span(), await at.as(who))

  it('count the student with those of shifts at that time', async () => {
    nextDay()
    await at.plan(project, day)
    expect(await occupancy()).toMatchObject([
      { unit_id: at.ward, date: day, shifts: 0, seats: 1, students: 1, asked: 0, most: 12 },
    ])
    await approveShift(await asked({ capacity: 4 }))
    expect(await occupancy()).toMatchObject([{ shifts: 1, seats: 5, students: 1 }])
    expect(await occupancy(at.people.eve)).toEqual([])
  })

  it('list the day with its unit, school and preceptor, without the student’s name', async () => {
    nextDay()
    const id = await at.plan(project, day)
    const found = await days()
    expect(found).toMatchObject([
      {
        id,
        project_id: project,
        facility_id: at.ward,
        unit_name: '5 East',
        site_name: 'North',
        school_name: 'Lake School',
        course_code: 'NUR 499',
        start_time: '07:00',
        end_time: '19:00',
        preceptor_name: 'Priya Raman',
      },
    ])
    expect(JSON.stringify(found)).not.toMatch(/Ada|Able/)
    expect(await days(at.people.eve)).toEqual([])
    const { body } = await call(
      approvalCalls.exportDayRoster,
      { format: 'csv', date: day },
      await at.as(at.people.frank),
    )
    expect(await new Response(body as ReadableStream).text()).toContain(
      '5 East,North,Lake School,Capstone project,NUR 499,Priya Raman,,1 student,',
    )
    await at.fixture.rows(`update public.capstone_days set status = 'removed' where id = $1`, [id])
    expect(await days()).toEqual([])
  })

  it('show it to people of the preceptor’s unit where the project is at the site', async () => {
    nextDay()
    const id = await at.plan(project, day)
    const una = await at.fixture.person({ role: 'facility_admin', facility: at.ward })
    const ida = await at.fixture.person({ role: 'facility_admin', facility: at.icu })
    const move = (facility: string) =>
      at.fixture.rows('update public.capstone_projects set facility_id = $2 where id = $1', [
        project,
        facility,
      ])
    await move(at.north)
    expect(await days()).toMatchObject([{ id, facility_id: at.ward, project_id: project }])
    expect(await days(una)).toMatchObject([{ id, facility_id: at.ward, project_id: null, course_code: null }])
    expect(await occupancy(una)).toMatchObject([{ unit_id: at.ward, seats: 1 }])
    expect(await days(ida)).toEqual([])
    await move(at.ward)
  })

  it('keep a day that was worked where it was, after another facility was asked', async () => {
    nextDay()
    const ida = await at.fixture.person({ role: 'facility_admin', facility: at.icu })
    const una = await at.fixture.person({ role: 'facility_admin', facility: at.ward })
    const id = await at.plan(project, day)
    await projectAt(at.icu)
    expect(await days(una)).toMatchObject([{ id, facility_id: at.ward, project_id: null }])
    expect(await days(ida)).toEqual([])
    expect(await occupancy(ida)).toEqual([])
    await unit('max_students_per_shift = 1')
    await expect(asked({ capacity: 1 })).rejects.toThrow('taken by capstone students')
    await projectAt(at.ward)
  })

  it('are on the charge nurse’s page, opened by its link', async () => {
    const links = unitLinkCalls({
      config: { appUrl: 'https://placewell.example' },
      authPool: at.fixture.authPool,
    })
    const open = async (facility_id: string) => {
      const { url } = await call(links.make, { facility_id }, await at.as(at.people.frank))
      return call(links.open, { token: url.split('token=')[1]! }, await at.as(null))
    }
    const shown = async (facility_id = at.ward) =>
      (await open(facility_id)).days.map(({ shifts }) => shifts.map(({ id }) => id))
    const id = await at.plan(project, addDays(at.today, 1))
    await at.plan(project, addDays(at.today, 2))
    const page = await open(at.ward)
    expect(page.days[1]!.shifts).toMatchObject([
      {
        id,
        start_time: '07:00:00',
        school_name: 'Lake School',
        title: 'Capstone project',
        course_code: 'NUR 499',
        students: 1,
        experience_type: 'precepted',
        people: [{ name: 'Priya Raman', is_preceptor: true }],
      },
    ])
    expect(JSON.stringify(page)).not.toMatch(/Ada|Able/)
    expect(await shown(at.icu)).toEqual([[], []])
    await at.fixture.rows('update public.capstone_projects set facility_id = $2 where id = $1', [
      project,
      at.north,
    ])
    expect(await shown()).toEqual([[], [id]])
    expect(await shown(at.icu)).toEqual([[], []])
    await at.fixture.rows('update public.capstone_projects set facility_id = $2 where id = $1', [
      project,
      at.ward,
    ])
    await at.fixture.rows(`update public.capstone_days set status = 'removed' where id = $1`, [id])
    expect(await shown()).toEqual([[], []])
  })
})
