/** Clearance when a seat is given and at check-in: computed then, regardless of lists. */
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { assignmentHandlers } from './handlers.ts'
import { createUnit, type Unit } from '#features/attendance/server/fake.ts'

let at: Unit
let type: string
const seats = assignmentHandlers()

beforeAll(async () => {
  at = await createUnit()
  const [bls] = await at.fixture.rows<{ id: string }>(
    `select id from public.credential_types where code = 'BLS'`,
  )
  type = bls!.id
  await at.fixture.rows(
    `insert into public.credential_requirements (type_id, school_id, active_from) values ($1, $2, '2020-01-01')`,
    [type, at.school],
  )
})
afterAll(() => at.fixture.close())

const approve = (student: Person, expires: string) =>
  at.fixture.rows(
    `insert into public.credentials (school_id, person_id, type_id, status, issued_on, expires_on) values ($1, $2, $3, 'approved', '2020-01-01', $4)`,
    [at.school, student.id, type, expires],
  )
const strict = (isStrict: boolean) =>
  at.fixture.rows(
    `update public.schools set settings = settings || jsonb_build_object('check_in_only_cleared', $2::boolean) where id = $1`,
    [at.school, isStrict],
  )
const assign = async (by: Person, shift: string, people: Person[], reason: string | null = null) =>
  call(
    seats.assign,
    { shift_id: shift, student_ids: people.map(({ id }) => id), override_reason: reason },
    await at.as(by),
  )

it('a student who is not cleared is assigned only with a reason, and the seat keeps the clearance of that moment', async () => {
  const { ana, marcus } = at.people
  const date = addDays(at.today, 30)
  const [cleared, lapsing, none] = await at.students(3)
  await approve(cleared!, addDays(date, 1))
  await approve(lapsing!, addDays(date, -1))
  const id = await at.published({ date, capacity: 3, proctor_id: marcus.id })
  const candidates = await call(seats.candidates, { shift_id: id }, await at.as(marcus))
  const of = (one: Person) => candidates.find(({ student_id: student }) => student === one.id)
  expect(of(cleared!)).toMatchObject({ rule: null, clearance: { status: 'cleared' } })
  expect(of(lapsing!)).toMatchObject({ rule: 'not_cleared', is_soft: true })
  expect(of(none!)?.message).toMatch(
    /^Not cleared: BLS certification missing, needed by .* \(.*; next: upload\)/,
  )
  const people = [cleared!, lapsing!, none!]
  expect((await assign(marcus, id, people)).map(({ rule, is_soft: soft }) => [rule, soft])).toEqual([
    [null, false],
    ['not_cleared', true],
    ['not_cleared', true],
  ])
  expect((await assign(ana, id, people.slice(1), 'The card is on its way.')).map(({ rule }) => rule)).toEqual(
    [null, null],
  )
  const roster = await call(seats.roster, { shift_id: id }, await at.as(marcus))
  expect(roster.find(({ student_id: student }) => student === none!.id)).toMatchObject({
    override_reason: 'The card is on its way.',
    clearance: { status: 'not_cleared' },
  })
  const kept = await at.fixture.rows<{ decided_status: string }>(
    'select decided_status from public.seat_clearances where shift_id = $1 order by decided_status',
    [id],
  )
  expect(kept.map(({ decided_status: status }) => status)).toEqual(['cleared', 'not_cleared', 'not_cleared'])
})

it('an instructor learns nothing about students who could not come to the shift', async () => {
  const { marcus, rob } = at.people
  const [student] = await at.students(1)
  const id = await at.published({ date: addDays(at.today, 31), proctor_id: marcus.id })
  const rows = (by: Person | null) =>
    at.fixture.act(by, async (tx) => {
      const { sql } = await import('kysely')
      return (await sql`select * from app.clearance_facts(${[student!.id]}::uuid[], ${id}::uuid)`.execute(tx))
        .rows
    })
  await approve(student!, addDays(at.today, 60))
  expect(await rows(marcus)).toHaveLength(1)
  expect(await rows(rob)).toEqual([])
  const lead = await at.fixture.person({ role: 'proctor', school: at.school })
  expect(await rows(lead)).toEqual([])
  const zoe = await at.fixture.person({ role: 'student', school: at.school })
  expect(await rows(zoe)).toEqual([])
})

it('check-in is open to everyone or to cleared students, by the school’s setting', async () => {
  const [student, other] = await at.students(2)
  const shift = await at.running('20 minutes', [student!, other!])
  const code = await at.codeOf(shift)
  await strict(true)
  await expect(at.checkIn(student!, shift.seats[0]!, { code })).rejects.toThrow(
    'You are not cleared for this shift: BLS certification missing',
  )
  await expect(at.mark(shift.lead, shift.id, shift.seats[0]!, 'present')).rejects.toThrow(
    'Your school decides who may stay.',
  )
  expect(await at.mark(at.people.ana, shift.id, shift.seats[1]!, 'present')).toMatchObject([
    { status: 'checked_in' },
  ])
  await strict(false)
  expect(await at.checkIn(student!, shift.seats[0]!, { code })).toMatchObject({ status: 'checked_in' })
})

it('a credential that was approved a moment ago counts', async () => {
  const [student] = await at.students(1)
  const shift = await at.running('20 minutes', [student!])
  await strict(true)
  await approve(student!, addDays(at.today, 100))
  expect(await at.checkIn(student!, shift.seats[0]!, { code: await at.codeOf(shift) })).toMatchObject({
    status: 'checked_in',
  })
})
