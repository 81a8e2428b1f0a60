import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import { slotStatus } from '../contract.ts'
import { slotSteps } from '../rules.ts'
import { openSlotsHandlers } from './handlers.ts'

// What PostgreSQL itself refuses: each statement runs with a login of the app and a session, bypassing TypeScript.

const api = openSlotsHandlers()
let at: ShiftFixture
let student: Person
beforeAll(async () => {
  at = await createShiftFixture()
  student = await at.fixture.person({ role: 'student', school: at.school })
})
afterAll(() => at.fixture.close())

/** Returns how many rows changed, or the code of the refusal. */
const outcome = async (work: () => Promise<number>): Promise<number | string> => {
  try {
    return await work()
  } catch (error) {
    return (error as { code: string }).code
  }
}
type Statement = ReturnType<typeof sql>
const run = async (tx: Tx, statements: readonly Statement[]): Promise<number> => {
  let changed = 0
  for (const one of statements) changed = Number((await one.execute(tx)).numAffectedRows ?? 0)
  return changed
}
const tried = (who: Person | null, ...statements: Statement[]) =>
  outcome(() => at.fixture.act(who as Person, (tx) => run(tx, statements)))
const triedByWorker = (...statements: Statement[]) =>
  outcome(() => withActor(at.fixture.workerPool, null, (tx) => run(tx, statements)))

let days = 60
/** A slot offered on its own day, and a draft of the school that matches the offer. */
async function offered(capacity = 4): Promise<{ id: string; shift: string }> {
  const date = addDays(at.today, (days += 1))
  await call(
    api.offer,
    {
      id: randomUUID(),
      facility_id: at.ward,
      dates: [date],
      start_time: '07:00',
      end_time: '15:00',
      experience_type: 'group',
      seats: 4,
      note: null,
      school_ids: [],
    },
    await at.as(at.people.frank),
  )
  const [slot] = await at.fixture.rows<{ id: string }>(
    'select id from public.open_slots where date = $1 and facility_id = $2',
    [date, at.ward],
  )
  return { id: slot!.id, shift: await at.draft({ date, capacity }) }
}
const take = (id: string, shift: string) =>
  sql`update public.open_slots set status = 'taken', shift_id = ${shift}::uuid where id = ${id}::uuid`
const withdraw = (id: string) =>
  sql`update public.open_slots set status = 'withdrawn', status_reason = 'No nurses.' where id = ${id}::uuid`
const agree = (shift: string) =>
  sql`update public.shifts set status = 'approved', submitted_at = now(), approved_capacity = capacity, seats = capacity, seats_limit = 'shift' where id = ${shift}::uuid`

describe('transitions', () => {
  it.each(slotStatus.options)('from %s: only those of the party', async (from) => {
    const { id, shift } = await offered()
    const wrong: string[] = []
    for (const to of slotStatus.options)
      for (const [party, who] of [
        ['school', at.people.ana],
        ['facility', at.people.frank],
        ['platform', at.people.sam],
      ] as const) {
        await at.fixture.rows(
          `update public.open_slots set status = $2, settled_at = case when $2 <> 'open' then now() end, status_reason = case $2 when 'withdrawn' then 'Why.' end,
             school_id = case $2 when 'taken' then $3::uuid end, shift_id = case $2 when 'taken' then $4::uuid end where id = $1`,
          [id, from, at.school, shift],
        )
        const isMine = slotSteps.some(
          (step) => step.from === from && step.to === to && step.parties.includes(party),
        )
        const result = await tried(
          who,
          to === 'taken'
            ? take(id, shift)
            : sql`update public.open_slots set status = ${to}, status_reason = 'It is a trial.', shift_id = null where id = ${id}::uuid`,
        )
        // A row that the party cannot see is not changed; a transition that is not theirs is refused.
        if (isMine !== (result === 1)) wrong.push(`${from} to ${to} by ${party}: ${result}`)
        await at.fixture.rows('update public.shifts set is_offered = false where id = $1', [shift])
      }
    expect(wrong).toEqual([])
  })

  it('are refused to everyone else', async () => {
    const { id, shift } = await offered()
    for (const who of [at.people.eve, at.people.marcus, student, null])
      for (const statement of [take(id, shift), withdraw(id)]) expect(await tried(who, statement)).toBe(0)
    const theirs = await at.draft({ date: addDays(at.today, days), capacity: 4 }, at.people.rob)
    expect(await tried(at.people.ana, take(id, theirs)), 'for another school').toBe('42501')
  })

  it('the scheduler only lets open slots expire, and changes nothing else', async () => {
    const { id, shift } = await offered()
    expect(
      await triedByWorker(
        sql`update public.open_slots set status = 'taken', settled_at = now() where id = ${id}::uuid`,
      ),
    ).toBe('PW409')
    expect(await triedByWorker(take(id, shift))).toBe('42501')
    expect(await triedByWorker(sql`update public.open_slots set seats = 9 where id = ${id}::uuid`)).toBe(
      '42501',
    )
    expect(
      await triedByWorker(
        sql`update public.open_slots set status = 'expired', settled_at = now() where id = ${id}::uuid`,
      ),
    ).toBe(1)
  })
})

describe('taking', () => {
  it('needs a draft of the school’s own that matches the offer', async () => {
    const { id, shift } = await offered()
    const larger = await at.draft({ date: addDays(at.today, days), capacity: 5 })
    const later = await at.draft({ date: addDays(at.today, days + 1), capacity: 4 })
    const elsewhere = await at.draft({
      date: addDays(at.today, days),
      capacity: 4,
      facility_id: at.icu,
    })
    const other = await at.draft({
      date: addDays(at.today, days),
      capacity: 4,
      experience_type: 'observation',
    })
    for (const wrong of [larger, later, elsewhere, other, randomUUID()])
      for (const who of [at.people.ana, at.people.sam])
        expect(await tried(who, take(id, wrong))).toBe('42501')
    expect(await tried(at.people.ana, take(id, shift))).toBe(1)
    expect(await tried(at.people.rob, take(id, shift)), 'once').toBe(0)
  })

  it('approves that draft as it was offered, and no other', async () => {
    const { shift: asked } = await offered()
    expect(await tried(at.people.ana, agree(asked)), 'not taken').toBe('PW403')
    for (const change of [sql`date = date + 1`, sql`capacity = 5`, sql`facility_id = ${at.icu}::uuid`]) {
      const { id, shift } = await offered()
      expect(
        await tried(
          at.people.ana,
          take(id, shift),
          sql`update public.shifts set ${change} where id = ${shift}::uuid`,
          agree(shift),
        ),
      ).toBe('PW403')
    }
    const { id, shift } = await offered()
    expect(await tried(at.people.ana, take(id, shift), agree(shift))).toBe(1)
    expect(
      await at.fixture.rows('select is_offered from public.shifts where id = $1', [shift]),
      'used up',
    ).toEqual([{ is_offered: false }])
  })

  it('no login can mark a draft as offered', async () => {
    const { shift } = await offered()
    for (const who of [at.people.ana, at.people.frank, at.people.sam]) {
      expect(
        await tried(who, sql`update public.shifts set is_offered = true where id = ${shift}::uuid`),
      ).toBe('42501')
      expect(
        await tried(
          who,
          sql`insert into public.shifts (school_id, semester_id, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, is_offered)
            select school_id, semester_id, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, true from public.shifts where id = ${shift}::uuid`,
        ),
      ).toBe(who === at.people.frank ? 0 : '42501')
    }
  })
})

describe('the columns of a slot', () => {
  it.each([
    'id',
    'offer_id',
    'facility_id',
    'school_id',
    'date',
    'seats',
    'note',
    'school_ids',
    'settled_at',
    'settled_by',
    'created_by',
    'version',
  ])('%s cannot change', async (column) => {
    const { id } = await offered()
    for (const who of [at.people.ana, at.people.frank, at.people.sam])
      expect(
        await tried(
          who,
          sql`update public.open_slots set ${sql.ref(column)} = ${sql.ref(column)} where id = ${id}::uuid`,
        ),
      ).toBe('42501')
  })

  it('only those who manage a unit offer its slots, in their own name', async () => {
    const { id } = await offered()
    const again = sql`insert into public.open_slots (offer_id, facility_id, date, start_time, end_time, time_zone, starts_at, ends_at, specialty, seats)
      select ${randomUUID()}::uuid, ${at.ward}::uuid, current_date + 300, '07:00', '15:00', 'UTC', now(), now() + interval '8 hours', 'icu', 2`
    for (const who of [at.people.ana, at.people.eve, at.people.marcus, student, null])
      expect(await tried(who, again)).toBe('42501')
    expect(await tried(at.people.frank, again)).toBe(1)
    for (const who of [at.people.ana, at.people.frank])
      expect(await tried(who, sql`delete from public.open_slots where id = ${id}::uuid`)).toBe('42501')
    const settled = await at.fixture.rows<{ settled_by: string; created_by: string }>(
      `select created_by, settled_by from public.open_slots where id = $1`,
      [(await tried(at.people.frank, withdraw(id)), id)],
    )
    expect(settled).toEqual([{ created_by: at.people.frank.id, settled_by: at.people.frank.id }])
  })

  it('no one can be notified of an offer that was not made', async () => {
    const { id } = await offered()
    const [slot] = await at.fixture.rows<{ id: string }>(
      'select id from public.open_slots where offer_id = (select offer_id from public.open_slots where id = $1)',
      [id],
    )
    for (const who of [at.people.ana, at.people.frank, at.people.sam, at.people.eve])
      expect(
        await tried(
          who,
          sql`select app.notify_of_row('open_slots', ${slot!.id}::uuid, '{school}', '{}', 'slot_offered', 'slot.offered', '{}', '{}', 'forged')`,
        ),
      ).toBe('42501')
  })

  it('a school’s blockers are shown only to that school', async () => {
    const { id } = await offered()
    const known = async (who: Person, from: ReturnType<typeof sql>) =>
      at.fixture.act(who, async (tx) => (await sql`select * from ${from}`.execute(tx)).rows.length)
    for (const [who, rows] of [
      [at.people.ana, 1],
      [at.people.rob, 0],
      [at.people.frank, 0],
      [student, 0],
    ] as const) {
      expect(await known(who, sql`app.lock_slot(${id}::uuid, ${at.school}::uuid)` as never)).toBe(rows)
    }
    for (const who of [at.people.ana, at.people.eve, student])
      await expect(
        known(
          who,
          sql`app.limits_of_plan(null, jsonb_build_object('facility_id', ${at.ward}::uuid))` as never,
        ),
      ).rejects.toMatchObject({ code: 'PW403' })
  })
})
