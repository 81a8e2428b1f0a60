/** Student feedback on sites and instructors: once, unchangeable, in whole groups of five, and never readable row by row. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '#database/testing.ts'
import { createUnit, type Unit } from '#features/attendance/server/fake.ts'
import { itemsOf } from '#features/instruments/rules.ts'
import { evaluationHandlers } from './handlers.ts'
import { readFeedbackOfSchool } from './queries/read-feedback.ts'

let at: Unit
const api = evaluationHandlers()
beforeAll(async () => {
  at = await createUnit()
})
afterAll(() => at.fixture.close())

async function give(
  who: Person | null,
  shiftId: string,
  about: 'site' | 'instructor',
  comment: string | null = null,
) {
  const { forms } = await call(api.feedbackToGive, {}, await at.as(who))
  const answers = itemsOf(forms[about]).map(({ code }) => ({ code, point: '4' }))
  await call(
    api.giveFeedback,
    { id: randomUUID(), shift_id: shiftId, about, answers, comment },
    await at.as(who),
  )
}

it('is given once, hidden below five, shown in whole groups, and never row by row', async () => {
  const people = await at.students(7)
  const shift = await at.running('9 hours', people)
  const read = async (who: Person | null) => (await call(api.feedback, {}, await at.as(who))).rows
  await expect(give(people[0]!, shift.id, 'instructor')).rejects.toThrow('only on shifts you attended')
  await at.fixture.rows(`update public.assignments set status = 'checked_in' where shift_id = $1`, [shift.id])
  const toGive = (await call(api.feedbackToGive, {}, await at.as(people[0]!))).rows
  expect(toGive.map(({ about, is_given: is }) => `${about} ${is}`)).toEqual([
    'instructor false',
    'site false',
  ])
  for (const person of people.slice(0, 4)) await give(person, shift.id, 'instructor', 'Calm and clear.')
  expect(await read(shift.lead)).toEqual([])
  await expect(give(people[0]!, shift.id, 'instructor')).rejects.toThrow('already')
  for (const person of people.slice(4)) await give(person, shift.id, 'instructor', 'The seventh says more.')
  const [group] = await read(shift.lead)
  expect(group).toMatchObject({ given: 5 })
  expect(group!.items[0]!.counts).toEqual([{ label: 'Agree', times: 5 }])
  expect(group!.comments).toHaveLength(5)
  expect(await read(at.people.denise)).toEqual([])
  for (const who of [people[0]!, at.people.frank, at.people.ana])
    await expect(read(who)).rejects.toMatchObject({ code: 'FORBIDDEN' })

  const seen = (who: Person | null) =>
    at.fixture.act(
      who,
      async (tx) => (await sql`select id from public.placement_feedback`.execute(tx)).rows.length,
    )
  for (const who of [
    shift.lead,
    at.people.ana,
    at.people.rob,
    at.people.frank,
    at.people.eve,
    at.people.sam,
    null,
  ])
    expect(await seen(who)).toBe(0)
  expect(await seen(people[0]!)).toBe(1)
  const groups = (who: Person) =>
    at.fixture.act(
      who,
      async (tx) =>
        (
          await sql`select distinct semester_id, target_id, given from app.feedback_in_groups(${at.school}::uuid, ${shift.lead.id}::uuid)`.execute(
            tx,
          )
        ).rows.length,
    )
  for (const who of [people[0]!, at.people.frank, at.people.rob, at.people.denise, at.people.eve])
    expect(await groups(who)).toBe(0)
  expect(await groups(at.people.ana)).toBe(1)
  for (const statement of [
    sql`update public.placement_feedback set comment = 'x'`,
    sql`delete from public.placement_feedback`,
  ])
    await expect(at.fixture.act(people[0]!, (tx) => statement.execute(tx))).rejects.toMatchObject({
      code: '42501',
    })

  const ofSchool = (who: Person) =>
    at.fixture.act(who, (tx) => readFeedbackOfSchool(tx, at.school, at.semesters[at.school]!))
  expect(
    (await ofSchool(at.people.ana)).map(({ about, target_id: id, given }) => [about, id, given]),
  ).toEqual([['instructor', shift.lead.id, 5]])
  for (const person of people.slice(0, 5)) await give(person, shift.id, 'site', 'Busy, and kind.')
  expect((await ofSchool(at.people.ana)).map(({ about, given }) => [about, given])).toEqual([
    ['site', 5],
    ['instructor', 5],
  ])
  expect((await ofSchool(shift.lead)).map(({ about }) => about)).toEqual(['instructor'])
  for (const who of [people[0]!, at.people.frank, at.people.rob, at.people.denise])
    expect(await ofSchool(who)).toEqual([])
})

it('is given on each of several instructors, and on no one who was not there', async () => {
  const [student] = await at.students(1)
  const shift = await at.running('9 hours', [student!])
  const second = await at.fixture.person({ role: 'proctor', school: at.school, fullName: 'Iris Holm' })
  await at.fixture.rows('update public.shifts set more_proctor_ids = array[$2::uuid] where id = $1', [
    shift.id,
    second.id,
  ])
  await at.fixture.rows(`update public.assignments set status = 'checked_in' where shift_id = $1`, [shift.id])
  const { rows, forms } = await call(api.feedbackToGive, {}, await at.as(student!))
  expect(
    rows
      .filter(({ about }) => about === 'instructor')
      .map((row) => row.instructor_id)
      .toSorted(),
  ).toEqual([shift.lead.id, second.id].toSorted())
  const answers = itemsOf(forms.instructor).map(({ code }) => ({ code, point: '4' }))
  const about = async (instructor_id: string) =>
    call(
      api.giveFeedback,
      { id: randomUUID(), shift_id: shift.id, about: 'instructor', instructor_id, answers, comment: null },
      await at.as(student!),
    )
  await about(second.id)
  await about(shift.lead.id)
  await expect(about(second.id)).rejects.toThrow('already')
  await expect(about(at.people.denise.id)).rejects.toThrow('only on shifts you attended')
  // Bypassing TypeScript: PostgreSQL checks who instructs the shift, and its site.
  const forged = (column: 'instructor_id' | 'facility_id', target: string) =>
    at.fixture.act(student!, (tx) =>
      sql`insert into public.placement_feedback (id, school_id, student_id, semester_id, shift_id, about, ${sql.ref(column)}, instrument_id, instrument_version, answers)
        select gen_random_uuid(), f.school_id, f.student_id, f.semester_id, f.shift_id, ${column === 'facility_id' ? 'site' : 'instructor'}, ${target}::uuid, f.instrument_id, f.instrument_version, f.answers
        from public.placement_feedback f where f.instructor_id = ${second.id}::uuid`.execute(tx),
    )
  await expect(forged('instructor_id', at.people.denise.id)).rejects.toMatchObject({ code: '42501' })
  await expect(forged('facility_id', at.elsewhere)).rejects.toMatchObject({ code: '42501' })
})

it('of instructors with the same name is always in the same order', async () => {
  const people = await at.students(5)
  const shift = await at.running('9 hours', people)
  await at.fixture.rows(`update public.assignments set status = 'checked_in' where shift_id = $1`, [shift.id])
  for (const person of people) await give(person, shift.id, 'instructor', 'Calm and clear.')
  const others = [shift.lead.id]
  for (let n = 0; n < 6; n++)
    others.push((await at.fixture.person({ role: 'proctor', school: at.school })).id)
  await at.fixture.rows(`update public.users set full_name = 'Aila Berg' where id = any ($1)`, [others])
  await at.fixture.rows(
    `insert into public.placement_feedback (id, school_id, student_id, semester_id, shift_id, about, instructor_id, instrument_id, instrument_version, answers, comment)
     select gen_random_uuid(), f.school_id, f.student_id, f.semester_id, f.shift_id, f.about, o, f.instrument_id, f.instrument_version, f.answers, f.comment
     from public.placement_feedback f cross join unnest($2::uuid[]) o where f.instructor_id = $1`,
    [shift.lead.id, others.slice(1)],
  )
  const groups = await at.fixture.act(at.people.ana, (tx) =>
    readFeedbackOfSchool(tx, at.school, at.semesters[at.school]!),
  )
  const ids = groups.filter(({ name }) => name === 'Aila Berg').map(({ target_id: id }) => id)
  expect(ids).toEqual(others.toSorted())
})
