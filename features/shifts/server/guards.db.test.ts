import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#database/testing.ts'
import { addDays } from '#core/plain-date.ts'
import { shiftStatus } from '../contract.ts'
import { statusAfterEvent, shiftMachine } from '../rules.ts'
import { withActor } from '#platform/server/actor.ts'
import { createShiftFixture, type ShiftFixture } from './fake.ts'

// What PostgreSQL refuses on its own: each statement uses the application's login and a person's session, bypassing TypeScript.

let at: ShiftFixture
let student: Person
beforeAll(async () => {
  at = await createShiftFixture()
  student = await at.fixture.person({ role: 'student', school: at.school })
})
afterAll(() => at.fixture.close())

/** Runs one statement as a person; returns the number of changed rows or the error code. */
const tried = async (who: Person | null, statement: ReturnType<typeof sql>): Promise<number | string> => {
  try {
    return await at.fixture.act(who as Person, async (tx) => {
      const { numAffectedRows } = await statement.execute(tx)
      return Number(numAffectedRows ?? 0)
    })
  } catch (error) {
    return (error as { code: string }).code
  }
}
let days = 0
/** Each shift has its own day, so that the unit has room. */
const day = () => ({
  date: addDays(at.today, 20 + (days += 1)),
  proctor_id: at.people.marcus.id,
  capacity: 2,
})
const nobodys = () => [at.people.rob, at.people.eve, at.people.marcus, student]

describe('steps', () => {
  it.each(shiftStatus.options)('from %s: allows only those of the party', async (from) => {
    const id = await at.draft(day())
    const wrong: string[] = []
    const asIt = async () =>
      at.fixture.rows(
        `update public.shifts set status = $2, submitted_at = now(), seats = 2, approved_capacity = 2, counter = case $2 when 'countered' then '{}'::jsonb end, seats_taken = case $2 when 'full' then 2 else 0 end where id = $1`,
        [id, from],
      )
    for (const to of shiftStatus.options)
      for (const [party, who] of [
        ['school', at.people.ana],
        ['facility', at.people.frank],
      ] as const) {
        if (from === to) continue
        await asIt()
        const event = shiftMachine.find((one) => one.from === from && one.to === to)?.event
        const allowed = event !== undefined && statusAfterEvent(from, event, party) !== null
        // A shift is full because of its seats, regardless of who writes.
        if (event === 'fill' || event === 'free') continue
        const result = await tried(
          who,
          sql`update public.shifts set status = ${to}, status_reason = 'It is a trial.' where id = ${id}::uuid`,
        )
        // A legal transition still needs the columns that the table's check constraints require.
        const isRefused = result === 'PW409' || result === 'PW403'
        if (isRefused === allowed || (allowed && ![1, '23514'].includes(result)))
          wrong.push(`${to} by ${party}: ${result}`)
      }
    expect(wrong).toEqual([])
  })

  it('allow no one else', async () => {
    const id = await at.draft(day())
    await at.submit(id)
    for (const who of nobodys())
      expect([0, '42501']).toContain(
        await tried(who, sql`update public.shifts set status = 'approved' where id = ${id}::uuid`),
      )
    expect(await tried(null, sql`update public.shifts set status = 'approved' where id = ${id}::uuid`)).toBe(
      0,
    )
  })
})

describe('columns', () => {
  it.each([
    'id',
    'school_id',
    'created_by',
    'created_at',
    'seats_taken',
    'waiting',
    'version',
    'is_exclusive',
    'credited_hours',
    'former_proctor_ids',
  ])('%s can be written by no one', async (column) => {
    const id = await at.draft(day())
    for (const who of [at.people.ana, at.people.frank, at.people.sam])
      expect(
        await tried(
          who,
          sql`update public.shifts set ${sql.ref(column)} = ${sql.ref(column)} where id = ${id}::uuid`,
        ),
      ).toBe('42501')
  })

  it('lets a facility answer but not plan', async () => {
    const id = await at.published(day())
    for (const change of [
      sql`title = 'Mine'`,
      sql`proctor_id = null`,
      sql`signup_mode = 'request'`,
      sql`cohort_ids = '{}', arrival_note = 'Here'`,
      sql`credited_hours_override = 1, credited_hours_reason = 'Less'`,
    ])
      expect(
        await tried(at.people.frank, sql`update public.shifts set ${change} where id = ${id}::uuid`),
      ).toBe('PW403')
    for (const change of [
      sql`date = date + 1`,
      sql`start_time = '08:00'`,
      sql`facility_id = ${at.icu}::uuid, capacity = 1`,
      sql`capacity = 3`,
      sql`starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day'`,
    ])
      expect(
        await tried(at.people.frank, sql`update public.shifts set ${change} where id = ${id}::uuid`),
      ).toBe('PW409')
  })

  it('does not let a school move what the facility approved', async () => {
    const id = await at.published(day())
    for (const change of [
      sql`date = date + 1`,
      sql`start_time = '08:00'`,
      sql`facility_id = ${at.icu}::uuid`,
      sql`capacity = 30`,
    ])
      expect(await tried(at.people.ana, sql`update public.shifts set ${change} where id = ${id}::uuid`)).toBe(
        'PW409',
      )
    expect(
      await tried(
        at.people.ana,
        sql`update public.shifts set arrival_note = 'Gate 4' where id = ${id}::uuid`,
      ),
    ).toBe(1)
  })
})

describe('the records of a shift', () => {
  it('does not let anyone forge, change or remove a line of the trail', async () => {
    const id = await at.published(day())
    for (const who of [at.people.ana, at.people.frank, at.people.sam, ...nobodys()])
      for (const statement of [
        sql`insert into public.shift_events (shift_id, school_id, actor_id, event, to_status) values (${id}::uuid, ${at.school}::uuid, ${at.people.ana.id}::uuid, 'approve', 'approved')`,
        sql`update public.shift_events set event = 'decline' where shift_id = ${id}::uuid`,
        sql`delete from public.shift_events where shift_id = ${id}::uuid`,
      ])
        expect(await tried(who, statement)).toBe('42501')
  })

  it('notifies no one of something that did not happen', async () => {
    const id = await at.published(day())
    for (const who of [at.people.ana, at.people.frank, at.people.sam, ...nobodys()])
      expect(
        await tried(
          who,
          sql`select app.notify_of_row('shifts', ${id}::uuid, '{seat_ids,leader_ids,school}', '{}', 'shift_cancelled', 'shift.canceled', '{}', '{}', null)`,
        ),
      ).toBe('42501')
    // Only marking a row as decided counts as nothing done.
    const decides = at.fixture.act(at.people.ana, async (tx) => {
      await sql`update public.shifts set decided_by = ${at.people.ana.id}::uuid, decided_at = now() where id = ${id}::uuid`.execute(
        tx,
      )
      await sql`select app.notify_of_row('shifts', ${id}::uuid, '{seat_ids}', '{}', 'shift_cancelled', 'shift.canceled', '{}', '{}', null)`.execute(
        tx,
      )
    })
    await expect(decides).rejects.toMatchObject({ code: '42501' })
    expect(
      await tried(
        at.people.ana,
        sql`select app.notify_code(array[${student.id}::uuid], 'shift_cancelled', 'announcement.sent', '{"title": "It is off", "message": "Stay."}')`,
      ),
    ).toBe('42501')
  })

  it('notifies no one as a former leader because of the text of a change', async () => {
    const id = await at.published(day())
    const notified = at.fixture.act(at.people.ana, async (tx) => {
      await sql`select set_config('app.event_details', ${JSON.stringify({ left: student.id, joined: student.id })}, true)`.execute(
        tx,
      )
      await sql`update public.shifts set title = 'Another' where id = ${id}::uuid`.execute(tx)
      const { rows } = await sql<{ n: number }>`
        select app.notify_of_row('shifts', ${id}::uuid, '{left_ids,joined_ids}', '{}', 'shift_changed', 'shift.led', '{}', '{}', 'forged') as n`.execute(
        tx,
      )
      return rows[0]!.n
    })
    expect(await notified).toBe(0)
  })

  it('notifies no one as a former leader because of the text about a seat on it', async () => {
    const id = await at.published(day())
    const [seat] = await at.fixture.rows<{ id: string }>(
      `insert into public.assignments (shift_id, school_id, student_id, status, during, busy)
       select x.id, x.school_id, $2, 'assigned', tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at) from public.shifts x where x.id = $1 returning id`,
      [id, student.id],
    )
    const notified = at.fixture.act(student, async (tx) => {
      await sql`select set_config('app.seat_details', ${JSON.stringify({ left: at.people.rob.id, joined: at.people.eve.id })}, true)`.execute(
        tx,
      )
      await sql`update public.assignments set drop_asked_at = now(), drop_asked_reason = 'I am ill' where id = ${seat!.id}::uuid`.execute(
        tx,
      )
      const { rows } = await sql<{ n: number }>`
        select app.notify_of_row('shifts', ${id}::uuid, '{left_ids,joined_ids}', '{}', 'shift_changed', 'shift.led', '{}', '{}', 'forged seat') as n`.execute(
        tx,
      )
      return rows[0]!.n
    })
    expect(await notified).toBe(0)
  })

  it('counts limits of a plan only for the school’s planners and the unit’s managers', async () => {
    const id = await at.draft(day())
    const plan = (more: object) =>
      JSON.stringify({ facility_id: at.ward, date: at.today, experience_type: 'group', ...more })
    const ask = (shift: string | null, more: object) =>
      sql`select app.limits_of_plan(${shift}::uuid, ${plan(more)}::jsonb, true)`
    for (const shift of [id, null]) {
      for (const who of [at.people.eve, at.people.marcus, student])
        expect(await tried(who, ask(shift, { school_id: at.school }))).toBe('PW403')
      expect(await tried(at.people.rob, ask(shift, { school_id: at.school }))).toBe('PW403')
      for (const who of [at.people.ana, at.people.frank])
        expect(await tried(who, ask(shift, { school_id: at.school }))).not.toBe('PW403')
    }
    // A unit that the facility does not manage and that is not on the shift's site.
    expect(await tried(at.people.frank, ask(null, { school_id: at.school, facility_id: null }))).toBe('PW403')
  })
})

describe('the calendar', () => {
  /** Runs one statement with the worker's login, without a signed-in person. */
  const worker = async (statement: ReturnType<typeof sql>): Promise<number | string> => {
    try {
      return await withActor(at.fixture.workerPool, null, async (tx) =>
        Number((await statement.execute(tx)).numAffectedRows ?? 0),
      )
    } catch (error) {
      return (error as { code: string }).code
    }
  }

  it.each(shiftStatus.options)('changes %s only as time does', async (from) => {
    const id = await at.draft(day())
    const wrong: string[] = []
    for (const to of shiftStatus.options) {
      if (from === to) continue
      await at.fixture.rows(
        `update public.shifts set status = $2, submitted_at = now(), seats = 2, approved_capacity = 2, counter = case $2 when 'countered' then '{}'::jsonb end, seats_taken = case $2 when 'full' then 2 else 0 end where id = $1`,
        [id, from],
      )
      const event = shiftMachine.find((one) => one.from === from && one.to === to)?.event
      if (event === 'fill' || event === 'free') continue
      // Only the school's own commands cause "agree".
      const allowed =
        event !== undefined && event !== 'agree' && statusAfterEvent(from, event, 'system') !== null
      const result = await worker(
        sql`update public.shifts set status = ${to}, counter = null, cancel_code = case when ${to} in ('cancelled', 'withdrawn') then 'agreement_ended' end
          where id = ${id}::uuid`,
      )
      if (allowed !== (result === 1 || result === '23514')) wrong.push(`${to}: ${result}`)
    }
    expect(wrong).toEqual([])
  })

  it('can’t plan, read addresses or notes, or write lines of the trail', async () => {
    const id = await at.published(day())
    for (const column of ['title', 'date', 'capacity', 'proctor_id', 'seats_taken', 'is_offered', 'version'])
      expect(
        await worker(
          sql`update public.shifts set ${sql.ref(column)} = ${sql.ref(column)} where id = ${id}::uuid`,
        ),
      ).toBe('42501')
    for (const statement of [
      sql`select reason from public.shift_events`,
      sql`select note from public.assignments`,
      sql`delete from public.shifts where id = ${id}::uuid`,
      sql`insert into public.shift_events (shift_id, school_id, event, to_status) values (${id}::uuid, ${at.school}::uuid, 'close', 'closed')`,
      sql`select email from public.users`,
      sql`select phone from public.users`,
    ])
      expect(await worker(statement)).toBe('42501')
  })
})

describe('the unit of an upcoming shift', () => {
  it('can be given up only by its manager, and only for another unit that they manage', async () => {
    const id = await at.published(day())
    const move = (unit: string, more = sql``) =>
      sql`update public.shifts set facility_id = ${unit}::uuid, seats = 2${more} where id = ${id}::uuid`
    const give = (status: string) =>
      sql`update public.shifts set status = ${status}, cancel_code = 'unit_unavailable', counter = null where id = ${id}::uuid`
    const put = (change: string) => at.fixture.rows(`update public.shifts set ${change} where id = $1`, [id])
    const elsewhere = await at.fixture.facility()
    await at.fixture.partnership(at.school, elsewhere)
    const site = await at.fixture.facility({ kind: 'site', parent: elsewhere, name: 'Elsewhere' })
    const foreign = await at.fixture.facility({ kind: 'unit', parent: site, name: 'Elsewhere' })
    for (const who of nobodys()) {
      expect(await tried(who, move(at.icu))).toBe(0)
      for (const status of ['cancelled', 'withdrawn']) expect(await tried(who, give(status))).toBe(0)
    }
    const { ana, frank } = at.people
    expect(await tried(ana, move(at.icu))).toBe('PW409')
    expect(await tried(ana, give('withdrawn'))).toBe('PW409')
    // The agreement would cover the shift there, but the policy refuses another manager's unit.
    expect(await tried(frank, move(foreign))).toBe('42501')
    expect(await tried(frank, give('withdrawn'))).toBe('PW409')
    // Only the unit may change, not the time or the seats.
    for (const more of [
      sql`, capacity = 1`,
      sql`, date = date + 1`,
      sql`, start_time = '08:00'`,
      sql`, experience_type = 'observation'`,
      sql`, starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day'`,
    ])
      expect(await tried(frank, move(at.icu, more))).toBe('PW409')
    // The manager also can't answer the school's requested change, which the trail would record as an agreement.
    const change = JSON.stringify({ party: 'school', date: addDays(at.today, 300) })
    await put(`change = '${change}'`)
    expect(await tried(frank, move(at.icu, sql`, change = null`))).toBe('PW409')
    await put(`change = null`)
    await at.fixture.rows(`update public.facilities set status = 'paused' where id = $1`, [at.icu])
    expect(await tried(frank, move(at.icu))).toBe('PW409')
    await at.fixture.rows(
      `update public.facilities set status = 'active', time_zone = 'America/Denver' where id = $1`,
      [at.icu],
    )
    expect(await tried(frank, move(at.icu))).toBe('PW409')
    await at.fixture.rows(
      `update public.facilities set time_zone = (select f.time_zone from public.facilities f where f.id = $2) where id = $1`,
      [at.icu, at.ward],
    )
    await put(`status = 'in_progress'`)
    expect(await tried(frank, move(at.icu))).toBe('PW409')
    await put(`status = 'published'`)
    expect(
      await at.fixture.rows('select status, facility_id from public.shifts where id = $1', [id]),
    ).toEqual([{ status: 'published', facility_id: at.ward }])
    expect(await tried(frank, move(at.icu))).toBe(1)
    // A requested shift is withdrawn. The school can't end the plan for the facility, nor the other way around.
    await put(`status = 'needs_info'`)
    expect(await tried(frank, give('cancelled'))).toBe('PW409')
    // A shift that has begun can't be ended either.
    const pass = (by: number) =>
      put(`starts_at = starts_at - interval '${by} days', ends_at = ends_at - interval '${by} days'`)
    await pass(400)
    expect(await tried(frank, give('withdrawn'))).toBe('PW403')
    await pass(-400)
    expect(await tried(frank, give('withdrawn'))).toBe(1)
  })

  it('has options that only its own school and its instructors can read', async () => {
    const { ana, rob, marcus } = at.people
    const options = (who: Person, school: string | null) =>
      at.fixture.act(who, async (tx) => {
        const { rows } = await sql`select o.* from app.hidden_options(${school}::uuid) o`.execute(tx)
        return rows[0] as { facilities: string[]; cohorts: unknown; preceptors: unknown }
      })
    await at.fixture.rows(
      `insert into public.cohorts (school_id, name, start_date, expected_graduation, status) values ($1, 'Fall', current_date, current_date + 600, 'active')`,
      [at.school],
    )
    // Only a superadmin can choose which school's options to read.
    for (const who of [ana, rob, marcus, student])
      expect(await options(who, at.school)).toEqual(await options(who, at.otherSchool))
    expect((await options(student, at.school)).preceptors).toBeNull()
    expect((await options(rob, at.school)).cohorts).toBeNull()
    expect((await options(marcus, null)).cohorts).not.toBeNull()
  })

  it('has a semester and preceptors that only its planners can learn of', async () => {
    const id = await at.published(day())
    const ask = (preceptors: string[]) =>
      sql`select f.term is not null as term, f.is_preceptor from app.facts_of_plan(${id}::uuid, ${preceptors}::uuid[]) f`
    const learned = async (who: Person, preceptors: string[] = []) =>
      (await at.fixture.act(who, (tx) => ask(preceptors).execute(tx))).rows[0]
    for (const who of [student, at.people.marcus, at.people.denise])
      expect(await learned(who)).toEqual({ term: false, is_preceptor: false })
    for (const who of [at.people.rob, at.people.eve])
      expect(await learned(who)).toEqual({ term: false, is_preceptor: true })
    for (const who of [at.people.ana, at.people.frank])
      expect(await learned(who, [at.people.ana.id])).toEqual({ term: true, is_preceptor: false })
  })

  it('has names of a semester, and a site has seats, that only those who work there can learn of', async () => {
    const plan = day()
    const id = await at.published(plan)
    const [ward] = await at.fixture.rows<{ parent_id: string }>(
      'select parent_id from public.facilities where id = $1',
      [at.ward],
    )
    const applicant = await at.fixture.person({ role: 'student', school: at.school, status: 'pending' })
    const learned = async (who: Person) =>
      at.fixture.act(who, async (tx) => {
        const { rows } = await sql<{ semester: boolean; seats: boolean }>`
          select n.semester is not null as semester, exists (select from app.seats_held(${ward!.parent_id}::uuid, ${[plan.date]}::date[])) as seats
          from app.names_of_plan(${id}::uuid) n`.execute(tx)
        return rows[0]
      })
    expect(await learned(applicant)).toEqual({ semester: false, seats: false })
    for (const who of [at.people.rob, at.people.eve])
      expect(await learned(who)).toEqual({ semester: false, seats: true })
    for (const who of [at.people.ana, at.people.frank, at.people.sam, at.people.marcus, student])
      expect(await learned(who)).toEqual({ semester: true, seats: true })
  })

  it('lets only those who may deactivate a leader change that leader', async () => {
    const id = await at.published(day())
    const { marcus, denise, ana, frank } = at.people
    const write = (user: Person, proctor: string | null, preceptor: string | null = null) =>
      sql`select app.write_leaders(${id}::uuid, ${user.id}::uuid,
        ${JSON.stringify({ proctor_id: proctor, preceptor_id: preceptor })}::jsonb, 'Leaves.')`
    for (const who of [at.people.rob, at.people.eve, student, frank])
      expect(await tried(who, write(marcus, null))).toBe('42501')
    // No change of another leader, no successor who may not lead, and no preceptor without the permission.
    for (const statement of [
      write(denise, denise.id),
      write(marcus, student.id),
      write(marcus, marcus.id, ana.id),
    ])
      expect(await tried(ana, statement)).toBe('42501')
    expect(
      await at.fixture.rows('select proctor_id, preceptor_id from public.shifts where id = $1', [id]),
    ).toEqual([{ proctor_id: marcus.id, preceptor_id: null }])
    expect(await tried(ana, write(marcus, denise.id))).toBe(1)
  })

  it('lets no one make themselves a leader: they only get back what they left', async () => {
    const id = await at.published(day())
    const { marcus, denise, eve, ana } = at.people
    await at.fixture.rows(
      `insert into public.facility_admin_permissions (user_id, facility_id, permission_type)
       select u.id, u.linked_facility_id, 'capstone_preceptor' from public.users u where u.id = $1`,
      [eve.id],
    )
    const write = (user: Person, leaders: object) =>
      sql`select app.write_leaders(${id}::uuid, ${user.id}::uuid, ${JSON.stringify(leaders)}::jsonb, 'Mine.')`
    // Each of them may deactivate themselves.
    for (const [who, leaders] of [
      [denise, { more_proctor_ids: [denise.id] }],
      [student, { more_proctor_ids: [denise.id] }],
      [eve, { preceptor_id: eve.id }],
      [marcus, { proctor_id: denise.id }],
      [marcus, { more_proctor_ids: [denise.id] }],
    ] as const)
      expect(await tried(who, write(who, leaders))).toBe('42501')
    expect(await tried(ana, write(denise, { more_proctor_ids: [denise.id] }))).toBe('42501')
    const leaders = () =>
      at.fixture.rows(
        'select proctor_id, preceptor_id, more_proctor_ids as more from public.shifts where id = $1',
        [id],
      )
    expect(await leaders()).toEqual([{ proctor_id: marcus.id, preceptor_id: null, more: [] }])
    // They are not notified of it either, if the row has a field for them.
    for (const who of [student, eve]) {
      const { rows } = await at.fixture.act(who, (tx) =>
        sql`select app.lock_led_shift(${id}::uuid, ${who.id}::uuid, true) as shift`.execute(tx),
      )
      expect(rows).toEqual([{ shift: null }])
    }
    const namedLater = { proctor_id: null, instructor_to_be_named: true }
    const back = { proctor_id: marcus.id, instructor_to_be_named: false }
    expect(
      await at.fixture.act(marcus, async (tx) => {
        await write(marcus, namedLater).execute(tx)
        return (await write(marcus, back).execute(tx)).rows.length
      }),
    ).toBe(1)
    expect(await leaders()).toEqual([{ proctor_id: marcus.id, preceptor_id: null, more: [] }])
  })
})
