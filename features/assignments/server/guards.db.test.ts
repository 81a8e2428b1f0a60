/** What PostgreSQL refuses on a seat: each statement is sent with the application's own login and a session, bypassing TypeScript. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canTransition } from '#core/steps.ts'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { assignmentStatus, makeupNeed, swap as swapRow } from '../contract.ts'
import { needSteps, seatSteps, swapSteps } from '../rules.ts'
import { lockShift } from './commands/lock-shift.ts'
import { lockSwap } from './commands/lock-swap.ts'
import { assignmentHandlers } from './handlers.ts'

let at: ShiftFixture
let jenna: Person
let tom: Person
let others: (Person | null)[]
let day = 40
const api = assignmentHandlers()
const swapStatus = swapRow.shape.status

beforeAll(async () => {
  at = await createShiftFixture()
  jenna = await at.fixture.person({ role: 'student', school: at.school })
  tom = await at.fixture.person({ role: 'student', school: at.school })
  const zoe = await at.fixture.person({ role: 'student', school: at.otherSchool })
  const { rob, frank, eve, marcus } = at.people
  others = [tom, zoe, rob, frank, eve, marcus, null]
})
afterAll(() => at.fixture.close())

/** Runs one statement as a person; returns how many rows it changed, or the error code. */
const tried = async (who: Person | null, statement: RawBuilder<unknown>): Promise<number | string> => {
  try {
    return await at.fixture.act(who, async (tx) => Number((await statement.execute(tx)).numAffectedRows ?? 0))
  } catch (error) {
    return (error as { code: string }).code
  }
}
const shift = () => at.published({ date: addDays(at.today, (day += 1)), proctor_id: at.people.marcus.id })
async function seated(who: Person = jenna): Promise<string> {
  const id = randomUUID()
  await call(api.ask, { id, shift_id: await shift() }, await at.as(who))
  return id
}
const rowOf = async (id: string) =>
  (await at.fixture.rows('select * from public.assignments where id = $1', [id]))[0]!
/** Runs as the owner, bypassing every guard. */
const put = (id: string, change: string) =>
  at.fixture.rows(`update public.assignments set ${change} where id = $1`, [id])

describe('steps', () => {
  it('are limited to the party’s own, from every status to every other', async () => {
    const id = await seated()
    const wrong: string[] = []
    for (const from of assignmentStatus.options)
      for (const to of assignmentStatus.options)
        for (const [party, who] of [
          ['student', jenna],
          ['school', at.people.ana],
        ] as const) {
          if (from === to) continue
          await put(
            id,
            `status = '${from}', reason = null, offer_expires_at = case when '${from}' = 'offered' then now() + interval '1 hour' end`,
          )
          const result = await tried(
            who,
            sql`update public.assignments set status = ${to} where id = ${id}::uuid`,
          )
          const isStep = canTransition(seatSteps, from, to, party)
          // Students only remove themselves, and only when leaving.
          const wanted = !isStep ? 'PW409' : party === 'student' && to === 'removed' ? 'PW403' : 1
          if (result !== wanted) wrong.push(`${from} to ${to} by ${party}: ${result}`)
        }
    expect(wrong).toEqual([])
  })

  it('are closed to everyone else, and no login inserts or deletes a seat', async () => {
    const id = await seated()
    const { shift_id: shiftId, school_id: school } = await rowOf(id)
    for (const who of others) {
      expect(
        await tried(who, sql`update public.assignments set status = 'dropped' where id = ${id}::uuid`),
      ).toBe(0)
      expect(
        await tried(who, sql`update public.makeup_needs set status = 'waived', waived_reason = 'Enough'`),
      ).toBe(0)
    }
    for (const who of [jenna, at.people.ana, at.people.sam, ...others]) {
      expect(await tried(who, sql`delete from public.assignments where id = ${id}::uuid`)).toBe('42501')
      expect(
        await tried(
          who,
          sql`insert into public.assignments (shift_id, school_id, student_id, during, busy)
            values (${shiftId}::uuid, ${school}::uuid, ${tom.id}::uuid, tstzrange(now(), now()), tstzrange(now(), now()))`,
        ),
      ).toBe('42501')
    }
  })

  it('are refused after their deadline: an expired offer, a seat past the cutoff', async () => {
    const id = await seated()
    await put(id, `status = 'offered', offer_expires_at = now() - interval '1 second'`)
    expect(
      await tried(jenna, sql`update public.assignments set status = 'assigned' where id = ${id}::uuid`),
    ).toBe('PW409')
    await put(id, `status = 'assigned', offer_expires_at = null`)
    await at.shiftTime(String((await rowOf(id)).shift_id), '20 hours')
    expect(
      await tried(jenna, sql`update public.assignments set status = 'dropped' where id = ${id}::uuid`),
    ).toBe('PW409')
  })

  it('of hours to make up are limited to the school’s own', async () => {
    const seat = await seated()
    const [need] = await at.fixture.rows<{ id: string }>(
      `insert into public.makeup_needs (school_id, student_id, assignment_id, hours, specialty, reason)
       values ($1, $2, $3, 7.5, 'med_surg', 'Ill') returning id`,
      [at.school, jenna.id, seat],
    )
    const turn = (who: Person, to: string) =>
      tried(
        who,
        sql`update public.makeup_needs set status = ${to}, waived_reason = 'Enough hours.' where id = ${need!.id}::uuid`,
      )
    expect(await turn(jenna, 'waived')).toBe(0)
    const illegal = makeupNeed.shape.status.options.filter(
      (to) => !canTransition(needSteps, 'open', to, 'school'),
    )
    expect(illegal).toEqual(['open', 'scheduled', 'made_up'])
    for (const to of illegal) expect(await turn(at.people.ana, to)).toBe('PW409')
    expect(await turn(at.people.ana, 'waived')).toBe(1)
    expect(await turn(at.people.ana, 'waived')).toBe('PW409')
  })
})

it('hours to make up come from a removed seat, in the school that removed it', async () => {
  const id = await seated()
  const note = (who: Person, { student = jenna.id, hours = 7.5 } = {}) =>
    tried(
      who,
      sql`insert into public.makeup_needs (school_id, student_id, assignment_id, hours, specialty, reason)
        select ${at.school}::uuid, ${student}::uuid, ${id}::uuid, ${hours}, coalesce((select x.specialty from public.shifts x
          join public.assignments a on a.shift_id = x.id where a.id = ${id}::uuid), 'other'), 'Ill'`,
    )
  expect(await note(at.people.ana)).toBe('42501')
  await put(id, `status = 'removed'`)
  expect(await note(at.people.rob)).toBe('42501')
  expect(await note(jenna)).toBe('42501')
  expect(await note(at.people.ana, { hours: 40 })).toBe('42501')
  expect(await note(at.people.ana, { student: at.people.sam.id })).toBe('42501')
  expect(await note(at.people.ana)).toBe(1)
  const [need] = await at.fixture.rows(
    `select student_id, hours::float8 as hours, status, created_by from public.makeup_needs where assignment_id = $1`,
    [id],
  )
  expect(need).toEqual({ student_id: jenna.id, hours: 7.5, status: 'open', created_by: at.people.ana.id })
})

it('a facility removes students only through its own function, for its reasons', async () => {
  const id = await seated()
  const remove = (who: Person | null, code: string) =>
    tried(who, sql`select app.remove_for_facility(${id}::uuid, ${code}, 'No badge twice.')`)
  for (const who of [jenna, at.people.ana, at.people.eve, at.people.sam, null])
    expect(await remove(who, 'safety')).toBe('PW404')
  expect(await remove(at.people.frank, 'schedule')).toBe('PW400')
  expect(await remove(at.people.frank, 'safety')).toBe(1)
  expect(await remove(at.people.frank, 'safety')).toBe('PW409')
})

it('only those who plan or lead the shift give seats', async () => {
  const id = await shift()
  const give = (who: Person | null) =>
    tried(who, sql`select app.place_student(${id}::uuid, ${tom.id}::uuid, 'admin', null, null)`)
  for (const who of [jenna, tom, at.people.rob, at.people.frank, at.people.denise, null])
    expect(await give(who)).toBe('PW404')
  expect(await give(at.people.marcus)).toBe(1)
})

describe('swaps', () => {
  const propose = (who: Person | null, seat: string, more: { from?: Person; other?: string } = {}) =>
    tried(
      who,
      sql`insert into public.shift_swaps (id, school_id, assignment_id, from_student_id, to_student_id, other_assignment_id)
        values (${randomUUID()}::uuid, ${at.school}::uuid, ${seat}::uuid, ${(more.from ?? jenna).id}::uuid, ${tom.id}::uuid, ${more.other ?? null}::uuid)`,
    )

  const swapOf = async (seat: string) =>
    (
      await at.fixture.rows<{ id: string }>('select id from public.shift_swaps where assignment_id = $1', [
        seat,
      ])
    )[0]!.id
  const step = (who: Person | null, id: string, to: string) =>
    tried(who, sql`update public.shift_swaps set status = ${to} where id = ${id}::uuid`)
  /** The students who hold a seat on the shift of this seat. */
  const holders = async (seat: string) =>
    (
      await at.fixture.rows<{ id: string }>(
        `select a.student_id as id from public.assignments a where a.status = 'assigned'
         and a.shift_id = (select shift_id from public.assignments where id = $1)`,
        [seat],
      )
    ).map(({ id }) => id)

  it('are proposed only for the student’s own seat, in exchange for one of that classmate', async () => {
    const [mine, theirs] = [await seated(), await seated(tom)]
    for (const who of [at.people.ana, ...others]) expect(await propose(who, mine)).toBe('42501')
    expect(await propose(jenna, theirs)).toBe('PW409')
    expect(await propose(jenna, mine, { other: mine })).toBe('PW409')
    expect(await propose(tom, mine, { from: tom }), 'with himself').toBe('23514')
    expect(await propose(jenna, mine, { other: theirs })).toBe(1)
    expect(await propose(jenna, mine)).toBe('23505')
  })

  it('follow the steps of each party', async () => {
    const mine = await seated()
    await propose(jenna, mine)
    const id = await swapOf(mine)
    const wrong: string[] = []
    for (const from of swapStatus.options)
      for (const to of swapStatus.options.filter((one) => one !== 'done'))
        for (const [party, who] of [
          ['proposer', jenna],
          ['classmate', tom],
          ['school', at.people.ana],
        ] as const) {
          await at.fixture.rows('update public.shift_swaps set status = $2 where id = $1', [id, from])
          const result = await step(who, id, to)
          if (result !== (canTransition(swapSteps, from, to, party) ? 1 : 'PW409'))
            wrong.push(`${from} to ${to} by ${party}: ${result}`)
        }
    expect(wrong).toEqual([])
  })

  it('are completed by the school after the classmate, by the classmate if students choose shifts, and by no one else', async () => {
    const mine = await seated()
    await propose(jenna, mine)
    const id = await swapOf(mine)
    for (const [status, who, result] of [
      ['proposed', jenna, 'PW409'],
      ['proposed', tom, '42501'],
      ['proposed', at.people.ana, 'PW409'],
      ['accepted', jenna, 'PW409'],
      ['accepted', tom, 'PW409'],
      ['accepted', at.people.rob, 0],
      ['declined', at.people.ana, 'PW409'],
      ['lapsed', at.people.ana, 'PW409'],
    ] as const) {
      await at.fixture.rows('update public.shift_swaps set status = $2 where id = $1', [id, status])
      expect([status, who.id, await step(who, id, 'done')]).toEqual([status, who.id, result])
      expect(
        await tried(
          who,
          sql`select app.notify_of_row('shift_swaps', ${id}::uuid, '{from_student_id}', '{}', 'swap', 'swap.done', '{}', '{}', 'forged')`,
        ),
      ).toBe('42501')
    }
    expect(await holders(mine)).toEqual([jenna.id])
    await at.fixture.rows(`update public.shift_swaps set status = 'proposed' where id = $1`, [id])
    await at.fixture.rows(`update public.schools set settings = '{"self_signup": true}' where id = $1`, [
      at.school,
    ])
    expect(await step(tom, id, 'done')).toBe(1)
    expect(await step(tom, id, 'done')).toBe('PW409')
    await at.fixture.rows(`update public.schools set settings = '{}' where id = $1`, [at.school])
    expect(await holders(mine)).toEqual([tom.id])
    const [swap] = await at.fixture.rows('select decided_by from public.shift_swaps where id = $1', [id])
    expect(swap).toEqual({ decided_by: tom.id })
  })

  it('are not completed with a dropped seat, on a shift that has begun, or against a blocker', async () => {
    for (const [change, code] of [
      [`update public.assignments set status = 'removed' where id = $1`, 'swap.seat_gone'],
      [
        `update public.shifts set starts_at = now() - interval '1 hour', ends_at = now() + interval '7 hours' where id = (select shift_id from public.assignments where id = $1)`,
        'swap.begun',
      ],
      [
        `insert into public.student_leaves (id, student_id, school_id, starts_on, ends_on, reason, recorded_by)
         select gen_random_uuid(), $2, x.school_id, x.date, x.date, 'medical', $2 from public.shifts x
         join public.assignments a on a.shift_id = x.id where a.id = $1`,
        'swap.blocked',
      ],
    ] as const) {
      const mine = await seated()
      await propose(jenna, mine)
      const id = await swapOf(mine)
      await at.fixture.rows(`update public.shift_swaps set status = 'accepted' where id = $1`, [id])
      await at.fixture.rows(change, change.includes('$2') ? [mine, tom.id] : [mine])
      const before = await holders(mine)
      expect(
        await at.fixture
          .act(at.people.ana, (tx) =>
            sql`update public.shift_swaps set status = 'done' where id = ${id}::uuid`.execute(tx),
          )
          .then(
            () => 'done',
            (error: Error) => error.message,
          ),
      ).toBe(code)
      expect(await holders(mine)).toEqual(before)
    }
  })

  it('are visible to their two students and the school', async () => {
    const mine = await seated()
    await propose(jenna, mine)
    const [{ id }] = (await at.fixture.rows<{ id: string }>(
      'select id from public.shift_swaps where assignment_id = $1',
      [mine],
    )) as [{ id: string }]
    const partyFor = (who: Person | null) =>
      at.fixture
        .act(who, async (tx) => (await lockSwap(tx, id)).party)
        .then(
          (party) => [party],
          () => [],
        )
    expect([await partyFor(jenna), await partyFor(tom), await partyFor(at.people.ana)]).toEqual([
      ['proposer'],
      ['classmate'],
      ['school'],
    ])
    const lapse = (who: Person | null) =>
      tried(who, sql`update public.shift_swaps set status = 'lapsed', reason = 'Over' where id = ${id}::uuid`)
    for (const who of others.filter((one) => one !== tom)) {
      expect(await partyFor(who)).toEqual([])
      expect(await lapse(who)).toBe(0)
    }
    expect(await lapse(at.people.ana)).toBe(1)
    expect(await lapse(jenna)).toBe('PW409')
  })
})

describe('columns', () => {
  it('for time, shift and person cannot be written by anyone', async () => {
    const id = await seated()
    // prettier-ignore
    const columns = [
      'id', 'shift_id', 'school_id', 'student_id', 'source', 'during', 'busy', 'asked_at', 'note', 'offer_expires_at', 'decided_at',
      'decided_by', 'override', 'clearance_snapshot', 'makeup_for', 'moved_at', 'created_at', 'created_by', 'version',
    ]
    for (const column of columns)
      for (const who of [jenna, at.people.ana, at.people.sam])
        expect([
          column,
          await tried(
            who,
            sql`update public.assignments set ${sql.ref(column)} = ${sql.ref(column)} where id = ${id}::uuid`,
          ),
        ]).toEqual([column, '42501'])
  })

  it('for a student’s words are written by the student and answered by the school', async () => {
    const id = await seated()
    const say = (who: Person, change: RawBuilder<unknown>) =>
      tried(who, sql`update public.assignments set ${change} where id = ${id}::uuid`)
    for (const change of [
      sql`drop_asked_at = now(), drop_asked_reason = 'I am ill'`,
      sql`conflict_at = now(), conflict_note = 'An exam'`,
      sql`reason = 'Because'`,
      sql`reason_code = 'safety'`,
    ])
      expect(await say(at.people.ana, change)).toBe('PW409')
    expect(await say(jenna, sql`drop_asked_at = '2001-01-01', drop_asked_reason = 'I am ill'`)).toBe(1)
    expect(await say(jenna, sql`reason = 'Because'`)).toBe('PW409')
    // The time is recorded automatically.
    const [{ recent }] = (await at.fixture.rows<{ recent: boolean }>(
      `select drop_asked_at > now() - interval '1 minute' as recent from public.assignments where id = $1`,
      [id],
    )) as [{ recent: boolean }]
    expect(recent).toBe(true)
    expect(await say(at.people.ana, sql`drop_asked_at = null, drop_asked_reason = null`)).toBe(1)
    // The student takes it back: nothing of it stays, and no time is recorded.
    expect(await say(jenna, sql`drop_asked_at = now(), drop_asked_reason = 'I am ill'`)).toBe(1)
    expect(await say(tom, sql`drop_asked_at = null, drop_asked_reason = null`)).toBe(0)
    expect(await say(jenna, sql`drop_asked_at = null, drop_asked_reason = null`)).toBe(1)
    expect(await rowOf(id)).toMatchObject({
      drop_asked_at: null,
      drop_asked_reason: null,
      status: 'assigned',
    })
  })

  it('for who decided and when are written by PostgreSQL, along with the audit entry', async () => {
    const id = await seated()
    expect(
      await tried(
        at.people.ana,
        sql`update public.assignments set status = 'removed' where id = ${id}::uuid`,
      ),
    ).toBe(1)
    expect(await rowOf(id)).toMatchObject({ decided_by: at.people.ana.id, drop_asked_at: null })
    const trail = await at.fixture.rows(
      `select event, actor_id, from_status, to_status from public.shift_events where assignment_id = $1 order by id desc limit 1`,
      [id],
    )
    expect(trail).toEqual([
      { event: 'seat_remove', actor_id: at.people.ana.id, from_status: 'assigned', to_status: 'removed' },
    ])
  })
})

describe('records of a seat', () => {
  it('name the actual event in the audit trail: a drop with the reason “Swapped.” is still a drop', async () => {
    const id = await seated()
    const drop = sql`update public.assignments set status = 'dropped', reason = 'Swapped.' where id = ${id}::uuid`
    expect(await tried(jenna, drop)).toBe(1)
    expect(
      await at.fixture.rows(
        'select event, actor_id, reason from public.shift_events where assignment_id = $1 order by id desc limit 1',
        [id],
      ),
    ).toEqual([{ event: 'seat_drop', actor_id: jenna.id, reason: 'Swapped.' }])
  })

  it('list possible students only to those who assign students', async () => {
    const id = await shift()
    const found = async (who: Person | null) => {
      const { rows } = await at.fixture.act(who, (tx) =>
        sql<{ student_id: string }>`select student_id from app.seat_candidates(${id}::uuid, '%')`.execute(tx),
      )
      return rows.map(({ student_id: of }) => of)
    }
    for (const who of [jenna, tom, at.people.rob, at.people.frank, at.people.eve, null])
      expect(await found(who)).toEqual([])
    for (const who of [at.people.ana, at.people.marcus]) expect(await found(who)).toContain(jenna.id)
    for (const who of [jenna, at.people.ana, null])
      expect(
        await tried(who, sql`select app.seat_party(x) from public.shifts x where x.id = ${id}::uuid`),
      ).toBe('42501')
  })

  it('cannot be forged into notifications', async () => {
    const id = await seated(tom)
    const everyone = [jenna, tom, at.people.ana, at.people.sam, ...others]
    for (const who of everyone)
      for (const statement of [
        sql`select app.notify_of_row('assignments', ${id}::uuid, '{member_id}', '{}', 'seat_changed', 'seat.removed', '{}', '{}', 'forged')`,
        sql`select app.notify_of_row('makeup_needs', ${id}::uuid, '{student_id}', '{}', 'seat_changed', 'makeup.waived', '{}', '{}', 'forged')`,
        sql`select app.note_assignment(a, 'drop') from public.assignments a`,
      ])
        expect(await tried(who, statement)).toBe('42501')
  })

  it('only the worker offers seats or reads the queue of offers', async () => {
    const id = await seated(tom)
    for (const who of [jenna, tom, at.people.ana, at.people.sam, at.people.frank, ...others])
      for (const statement of [
        sql`select 1 from priv.seat_offers`,
        sql`delete from priv.seat_offers`,
        sql`insert into priv.seat_offers (shift_id, school_id) select shift_id, school_id from public.assignments where id = ${id}`,
        sql`update public.assignments set offer_expires_at = now() + interval '9 days' where id = ${id}`,
      ])
        expect(await tried(who, statement)).toBe('42501')
  })

  it('a student of another school has only that blocker', async () => {
    const stranger = await at.fixture.person({ role: 'student', school: at.otherSchool })
    await at.fixture.rows(
      `insert into public.student_leaves (id, school_id, student_id, starts_on, ends_on, reason, recorded_by) values (gen_random_uuid(), $1, $2, $3, $4, 'medical', $5)`,
      [at.otherSchool, stranger.id, at.today, addDays(at.today, 300), at.people.rob.id],
    )
    const id = await shift()
    for (const who of [at.people.ana, at.people.marcus, at.people.sam]) {
      const { rows } = await at.fixture.act(who, (tx) =>
        sql`select block from app.blocks_on_shift(${id}::uuid, array[${stranger.id}::uuid])`.execute(tx),
      )
      expect(rows).toEqual([{ block: { not_a_student: true } }])
    }
  })

  it('only those involved in the shift of a seat can lock and see it', async () => {
    const id = await seated()
    const partyFor = (who: Person | null) =>
      at.fixture.act(who, async (tx) => (await lockShift(tx, { seatId: id }))?.party)
    const { ana, sam, frank, marcus, rob, eve, denise } = at.people
    for (const [who, party] of [
      [jenna, 'student'],
      [ana, 'school'],
      [sam, 'platform'],
      [frank, 'facility'],
      [marcus, 'proctor'],
    ] as const)
      expect(await partyFor(who)).toBe(party)
    for (const who of [tom, rob, eve, denise, null]) expect(await partyFor(who)).toBeUndefined()
  })
})
