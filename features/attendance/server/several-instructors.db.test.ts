/** Each of several instructors can take the attendance of a shift; no one else can. */
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '#database/testing.ts'
import { createUnit, type Unit } from './fake.ts'

let at: Unit
beforeAll(async () => {
  at = await createUnit()
})
afterAll(() => at.fixture.close())

it('each of them shows the code and marks who came', async () => {
  const second = await at.fixture.person({ role: 'proctor', school: at.school, fullName: 'Iris Holm' })
  const stranger = await at.fixture.person({ role: 'proctor', school: at.school })
  const [came, late] = await at.students(2)
  const shift = await at.running('1 hour', [came!, late!])
  await at.fixture.rows('update public.shifts set more_proctor_ids = array[$2::uuid] where id = $1', [
    shift.id,
    second.id,
  ])

  expect(await call(at.attendance.codes, { shift_id: shift.id }, await at.as(second))).not.toHaveLength(0)
  await at.mark(shift.lead, shift.id, shift.seats[0]!, 'present')
  await at.mark(second, shift.id, shift.seats[1]!, 'present')
  for (const who of [shift.lead, second])
    expect((await at.roster(who, shift.id)).rows.map((row) => row.status)).toEqual([
      'checked_in',
      'checked_in',
    ])

  await expect(at.mark(stranger, shift.id, shift.seats[0]!, 'left')).rejects.toThrow('We can’t find')
  await expect(call(at.attendance.codes, { shift_id: shift.id }, await at.as(stranger))).rejects.toThrow(
    'We can’t find',
  )
})

it('the students of several shifts are named to the instructors of each and to the school; a student sees only themselves', async () => {
  const [one, two] = await at.students(2)
  const shift = await at.running('1 hour', [one!])
  const other = await at.running('1 hour', [two!])
  const instructor = await at.fixture.person({ role: 'proctor', school: at.school })
  await at.fixture.rows('update public.shifts set proctor_id = $2 where id = $1', [shift.id, instructor.id])
  const named = async (who: Person | null) => {
    const ids = sql`array[${shift.id}, ${other.id}]::uuid[]`
    const { rows } = await at.fixture.act(who, (tx) =>
      sql<{ student_id: string }>`select student_id from app.names_on_shifts(${ids})`.execute(tx),
    )
    return new Set(rows.map(({ student_id: id }) => id))
  }
  expect(await named(instructor)).toEqual(new Set([one!.id]))
  expect(await named(at.people.ana)).toEqual(new Set([one!.id, two!.id]))
  expect(await named(one!)).toEqual(new Set([one!.id]))
  for (const who of [at.people.frank, at.people.rob, null]) expect(await named(who)).toEqual(new Set())
})
