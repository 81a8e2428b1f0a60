/** What PostgreSQL refuses on attendance: bypassing TypeScript, with the application's login and each party's session. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canTransition } from '#core/steps.ts'
import type { Person } from '#database/testing.ts'
import { attendanceStatus } from '../contract.ts'
import { attendanceSteps } from '../rules.ts'
import { createUnit, type Unit } from './fake.ts'

let at: Unit
let student: Person
let classmate: Person
let shift: Awaited<ReturnType<Unit['running']>>
beforeAll(async () => {
  at = await createUnit()
  ;[student, classmate] = (await at.students(2)) as [Person, Person]
  shift = await at.running('2 hours', [student])
})
afterAll(() => at.fixture.close())

const tried = async (who: Person | null, statement: ReturnType<typeof sql>): Promise<number | string> =>
  at.fixture
    .act(who as Person, async (tx) => Number((await statement.execute(tx)).numAffectedRows ?? 0))
    .catch((error: { code: string }) => error.code)
const seat = () => shift.seats[0]!
/** Resets the record as if these steps had been taken, bypassing the guard. */
const asIt = async (status: string) => {
  await at.fixture.rows(`alter table public.attendance_records disable trigger user`)
  await at.fixture.rows(
    `insert into public.attendance_records (id, school_id, shift_id, student_id, status) values ($1, $2, $3, $4, 'expected') on conflict do nothing`,
    [seat(), at.school, shift.id, student.id],
  )
  await at.fixture.rows(
    `update public.attendance_records set status = $2, posted_at = null, check_in_method = case when $2 in ('checked_in', 'completed') then 'code' end,
       check_in_at = case when $2 in ('checked_in', 'completed') then now() - interval '2 hours' end, check_out_method = case when $2 = 'completed' then 'student' end,
       check_out_at = case when $2 = 'completed' then now() - interval '1 hour' end where id = $1`,
    [seat(), status],
  )
  await at.fixture.rows(`alter table public.attendance_records enable trigger user`)
}
const set = (change: ReturnType<typeof sql>) =>
  sql`update public.attendance_records set ${change} where id = ${seat()}::uuid`
const times: Record<string, ReturnType<typeof sql>> = {
  checked_in: sql`check_in_at = coalesce(check_in_at, now()), check_in_method = coalesce(check_in_method, 'code'), check_in_pressed_at = now(), check_out_at = null, check_out_method = null`,
  completed: sql`check_out_at = now(), check_out_method = 'student'`,
}
const none = sql`check_in_at = null, check_in_method = null, check_out_at = null, check_out_method = null`

describe('steps', () => {
  it.each(attendanceStatus.options)('from %s: only those of the party', async (from) => {
    const wrong: string[] = []
    for (const to of attendanceStatus.options)
      for (const [party, who] of [
        ['student', student],
        ['instructor', shift.lead],
        ['school', at.people.ana],
      ] as const) {
        if (from === to || (to === 'completed' && from !== 'checked_in')) continue
        await asIt(from)
        const result = await tried(who, set(sql`status = ${to}, ${times[to] ?? none}`))
        if ((result === 1) !== canTransition(attendanceSteps, from, to, party))
          wrong.push(`${party} ${to}: ${result}`)
      }
    expect(wrong).toEqual([])
  })
})

describe('no matter who writes', () => {
  it('a record of a seat that they may not see', async () => {
    const outsiders = [classmate, at.people.denise, at.people.rob, at.people.frank, at.people.eve, null]
    const other = (await at.running('1 hour', [classmate])).seats[0]!
    const [held] = await at.fixture.rows<{ shift_id: string }>(
      'select shift_id from public.assignments where id = $1',
      [other],
    )
    const record = (of: Person, who: Person | null) =>
      tried(
        who,
        sql`insert into public.attendance_records (id, school_id, shift_id, student_id)
          values (${other}::uuid, ${at.school}::uuid, ${held!.shift_id}::uuid, ${of.id}::uuid)`,
      )
    for (const who of [student, at.people.denise, at.people.rob, at.people.frank, at.people.eve, null])
      expect(await record(classmate, who)).toBe('42501')
    // The record must match the seat's own values.
    expect(await record(student, at.people.ana)).toBe('42501')
    expect(await record(classmate, at.people.ana)).toBe(1)
    await asIt('expected')
    for (const who of outsiders) {
      expect(await tried(who, set(sql`status = 'checked_in', ${times['checked_in']!}`))).toBe(0)
      expect(await tried(who, sql`delete from public.attendance_records`)).toBe('42501')
    }
  })

  it('a student in the instructor’s name, at an arbitrary time, or over what was recorded', async () => {
    const forged = [
      sql`status = 'checked_in', check_in_at = now(), check_in_pressed_at = now(), check_in_method = 'instructor'`,
      sql`status = 'checked_in', check_in_at = now() - interval '2 hours', check_in_pressed_at = now(), check_in_method = 'code'`,
    ]
    for (const change of forged) {
      await asIt('expected')
      expect(await tried(student, set(change))).toBe('PW403')
    }
    await asIt('checked_in')
    await at.fixture.rows(
      `update public.attendance_records set check_in_method = 'instructor' where id = $1`,
      [seat()],
    )
    expect(
      await tried(
        student,
        set(
          sql`check_in_at = now() - interval '121 minutes', check_in_pressed_at = now() - interval '121 minutes', check_in_method = 'code'`,
        ),
      ),
    ).toBe('PW403')
    for (const change of [sql`late_min = 0`, sql`posted_at = now()`, sql`student_id = ${classmate.id}::uuid`])
      expect(await tried(student, set(change))).toBe('42501')
  })

  it('a time outside the shift, or in the future', async () => {
    await asIt('checked_in')
    for (const change of [
      sql`check_in_at = now() - interval '5 hours'`,
      sql`check_out_at = now() + interval '1 hour', status = 'completed', check_out_method = 'instructor'`,
    ])
      expect(await tried(shift.lead, set(change))).toBe('PW400')
  })

  it('changes of posted hours', async () => {
    await asIt('completed')
    await at.fixture.rows('alter table public.attendance_records disable trigger user')
    await at.fixture.rows(`update public.attendance_records set posted_at = now() where id = $1`, [seat()])
    await at.fixture.rows('alter table public.attendance_records enable trigger user')
    for (const who of [shift.lead, at.people.ana, at.people.sam])
      expect(
        await tried(who, set(sql`check_out_at = null, check_out_method = null, status = 'checked_in'`)),
      ).toBe('PW409')
  })

  it('the seat’s own status, and forged notifications', async () => {
    for (const who of [student, shift.lead, at.people.ana, at.people.frank, null]) {
      for (const statement of [
        sql`select app.note_assignment(a, 'check_out') from public.assignments a`,
        sql`update public.assignments set status = 'completed', version = 9 where id = ${seat()}::uuid`,
      ])
        expect(await tried(who, statement)).toBe('42501')
      const own = sql`update public.assignments set status = 'completed' where id = ${seat()}::uuid`
      expect([0, '42501', 'PW409', 'PW403']).toContain(await tried(who, own))
      await tried(
        who,
        sql`select app.notify_of_row('assignments', ${seat()}::uuid, '{school,instructor_ids}', '{}', 'attendance', 'attendance.at_risk', '{}', '{}', 'forged')`,
      )
    }
    expect(
      await at.fixture.rows(`select 1 from public.notifications where dedupe_key like '%forged'`),
    ).toEqual([])
  })
})
