/** A student's file: exactly what their page shows. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import Papa from 'papaparse'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { blockerOf } from '../rules.ts'
import { assignmentHandlers } from './handlers.ts'

const api = assignmentHandlers()
let at: ShiftFixture
let jenna: Person
let omar: Person
let foreign: Person

const file = async (who: Person | null, filter: object = {}) => {
  const { body } = await call(api.export, { format: 'csv', ...filter }, await at.as(who))
  const text = await new Response(body as ReadableStream).text()
  return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data
}
const titles = async (who: Person, filter: object = {}) =>
  (await file(who, filter)).map((row) => row['Title'])
const take = async (who: Person, id: string) =>
  call(api.ask, { id: randomUUID(), shift_id: id }, await at.as(who))

beforeAll(async () => {
  at = await createShiftFixture()
  const { fixture, school, otherSchool, today } = at
  jenna = await fixture.person({ role: 'student', school, fullName: 'Jenna Park' })
  omar = await fixture.person({ role: 'student', school, fullName: 'Omar Farouk' })
  foreign = await fixture.person({ role: 'student', school: otherSchool })
  const open = { signup_mode: 'self_signup', signup_policy: 'first_come' } as const
  const on = (day: number, more: object) => at.published({ ...open, date: addDays(today, day), ...more })
  await take(jenna, await on(50, { title: '=Taken' }))
  const over = await on(45, { title: 'Over' })
  await take(jenna, over)
  await fixture.rows(`update public.shifts set lead_time_reason = 'It was.' where id = $1`, [over])
  await at.shiftTime(over, '-10 days')
  await on(52, { title: 'Free' })
  await on(53, { title: 'Free in ICU', facility_id: at.icu, specialty: 'icu' })
  await on(50, { title: 'In the way', capacity: 2 })
  const full = await on(54, { title: 'Full', capacity: 1 })
  await take(omar, full)
  const awaited = await on(55, { title: 'Waited for', capacity: 1 })
  await take(omar, awaited)
  await call(api.joinWaitlist, { id: randomUUID(), shift_id: awaited }, await at.as(jenna))
})
afterAll(() => at.fixture.close())

it('contains the student’s own shifts by section of the page, each with the seat', async () => {
  expect(await file(jenna)).toMatchObject([
    { Title: "'=Taken", 'Your seat': 'Yours', Status: 'Published', Hours: expect.stringMatching(/^\d/) },
  ])
  expect(await titles(jenna, { part: 'past' })).toEqual(['Over'])
  expect(await titles(jenna, { part: 'past', semester_id: at.semesters[at.school]! })).toEqual(['Over'])
  expect(await titles(jenna, { part: 'past', semester_id: at.semesters[at.otherSchool]! })).toEqual([])
  expect(await file(jenna, { part: 'requests' })).toMatchObject([
    { Title: 'Waited for', 'Your seat': 'Waitlisted' },
  ])
  expect(await titles(jenna, { part: 'calendar' })).toEqual(['Over', "'=Taken"])
  expect(await titles(jenna, { part: 'calendar', from: at.today })).toEqual(["'=Taken"])
})

it('contains the open shifts with the filters of the page, and their blockers', async () => {
  const open = await file(jenna, { part: 'open' })
  const listed = await call(api.available, {}, await at.as(jenna))
  expect(open.map((row) => row['Title'])).toEqual(listed.map(({ title }) => title))
  expect(open.map((row) => row['Conflicts'] ?? '')).toEqual(
    listed.map(({ block: why }) => blockerOf(why).message ?? ''),
  )
  expect(await titles(jenna, { part: 'open', specialty: 'icu' })).toEqual(['Free in ICU'])
  expect(await titles(jenna, { part: 'open', from: addDays(at.today, 51), full: true })).toEqual([
    'Free',
    'Free in ICU',
    'Full',
  ])
  expect(await titles(jenna, { part: 'open', full: true, site_id: at.elsewhere })).toEqual([])
})

it('contains swaps and make-ups as the student sees them, and no one else’s', async () => {
  const { fixture, school, today, people } = at
  const [pia, quentin] = await Promise.all(
    ['Pia Lang', 'Quentin Ode'].map((fullName) => fixture.person({ role: 'student', school, fullName })),
  )
  // Classmates swap.
  await fixture.rows(
    `with class as (insert into public.cohorts (school_id, name, start_date, expected_graduation, status) values ($1, 'Fall', $2, $3, 'active') returning *)
     insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) select c.id, c.school_id, u.id, c.start_date from class c, unnest($4::uuid[]) u (id)`,
    [school, addDays(today, -10), addDays(today, 600), [pia!.id, quentin!.id]],
  )
  const open = { signup_mode: 'self_signup', signup_policy: 'first_come', capacity: 3 } as const
  const given = await at.published({ ...open, date: addDays(today, 61) })
  const lost = await at.published({
    ...open,
    date: addDays(today, 62),
    facility_id: at.icu,
    specialty: 'icu',
  })
  const { id: seat } = await take(pia!, given)
  await take(pia!, lost)
  await call(
    api.proposeSwap,
    { id: randomUUID(), assignment_id: seat, to_student_id: quentin!.id, note: '=Please' },
    await at.as(pia!),
  )
  await at.cancel(lost)
  const swap = { Status: 'Proposed', Note: "'=Please", Answer: '' }
  const day = { date: addDays(today, 61), unit: '5 East, North' }
  expect(await file(pia!, { part: 'swaps' })).toMatchObject([
    {
      ...swap,
      With: 'Quentin Ode',
      'Proposed by you': 'Yes',
      'You give: date': day.date,
      'You give: location': day.unit,
      'You get: date': '',
    },
  ])
  expect(await file(quentin!, { part: 'swaps' })).toMatchObject([
    { ...swap, With: 'Pia Lang', 'Proposed by you': 'No', 'You give: date': '', 'You get: date': day.date },
  ])
  expect(await file(pia!, { part: 'makeups' })).toMatchObject([
    {
      Status: 'To be arranged',
      Specialty: 'Intensive care',
      'Instead of: date': addDays(today, 62),
      'Made up on: date': '',
    },
  ])
  expect(await file(quentin!, { part: 'makeups' })).toEqual([])
  for (const part of ['swaps', 'makeups']) {
    for (const who of [omar, foreign]) expect(await file(who, { part })).toEqual([])
    for (const who of [people.ana, people.marcus, people.frank])
      await expect(file(who, { part })).rejects.toMatchObject({ status: 403 })
    await expect(file(null, { part })).rejects.toMatchObject({ status: 401 })
  }
})

it('contains nothing of another student or school, and nothing for other roles', async () => {
  expect(await titles(omar)).toEqual(['Full', 'Waited for'])
  for (const part of ['upcoming', 'past', 'calendar', 'requests', 'open'])
    expect(await titles(foreign, { part, full: true })).toEqual([])
  for (const who of [at.people.ana, at.people.marcus, at.people.frank])
    await expect(file(who)).rejects.toMatchObject({ status: 403 })
  await expect(file(null)).rejects.toMatchObject({ status: 401 })
})
