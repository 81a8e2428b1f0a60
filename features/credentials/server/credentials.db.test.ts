import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import type { CredentialValues } from '#features/credential-types/contract.ts'
import { requirementsOf } from '#features/credential-types/server/public.ts'
import { briefOf } from '../rules.ts'
import { credentialHandlers } from './handlers.ts'
import { withActor } from '#platform/server/actor.ts'
import { runJob } from '#features/jobs/server/public.ts'
import { credentialJobs } from './jobs.ts'
import { agreementCounter } from './queries/count-agreed.ts'
import { countImpact, impactCounter } from './queries/count-impact.ts'
import { findNextSpans } from './queries/find-spans.ts'
import { readinessOf } from './queries/readiness-of.ts'

let fixture: Fixture
let api: ReturnType<typeof credentialHandlers>
let school: string
let hospital: string
let unit: string
let ana: Person
let grace: Person
let stranger: Person
let mia: Person
let marcus: Person
let jenna: Person
let types: Record<string, string>
let today: string
let shifts = 0

beforeAll(async () => {
  fixture = await createFixture()
  api = credentialHandlers({ ...fixture, documents: { read: async () => null } })
  school = await fixture.school('Lakeshore')
  hospital = await fixture.facility({ name: 'Harborview' })
  const site = await fixture.facility({ kind: 'site', parent: hospital })
  unit = await fixture.facility({ kind: 'unit', parent: site, name: 'ICU' })
  await fixture.partnership(school, hospital)
  ana = await fixture.person({ role: 'school_admin', school, fullName: 'Ana Morales' })
  grace = await fixture.person({ role: 'school_super_admin', school, fullName: 'Grace Dean' })
  stranger = await fixture.person({ role: 'school_admin', school: await fixture.school('Prairie') })
  mia = await fixture.person({ role: 'facility_admin', facility: hospital })
  marcus = await fixture.person({ role: 'proctor', school })
  const rows = await fixture.rows<{ id: string; code: string }>(
    'select id, code from public.credential_types',
  )
  types = Object.fromEntries(rows.map(({ id, code }) => [code, id]))
  // Types need no document here: files have their own tests.
  await fixture.rows('update public.credential_types set needs_file = false')
  ;[{ today }] = (await fixture.rows<{ today: string }>(
    `select (now() at time zone time_zone)::date::text as today from public.schools where id = $1`,
    [school],
  )) as [{ today: string }]
  await fixture.rows(
    `insert into public.credential_requirements (type_id, school_id, active_from) values ($1, $2, '2020-01-01')`,
    [types['BLS'], school],
  )
})
beforeEach(async () => {
  jenna = await fixture.person({ role: 'student', school, fullName: 'Jenna Park' })
})
afterAll(() => fixture.close())

const later = (days: number): string =>
  new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
const send = async (
  by: Person | null,
  code = 'BLS',
  values: CredentialValues = { issued_on: later(-30), provider: 'American Heart Association' },
  id: string = randomUUID(),
) => call(api.submit, { id, type_id: types[code]!, values, file_ids: [] }, { context: await fixture.as(by) })
const decide = async (by: Person | null, input: object) =>
  call(api.decide, { decision: 'approve', ...input } as never, { context: await fixture.as(by) })
const open = async (by: Person | null, id: string) =>
  call(api.open, { id }, { context: await fixture.as(by) })
const mine = async (by: Person | null) => call(api.mine, {}, { context: await fixture.as(by) })
const set = (by: Person | null, id: string, change: object) =>
  fixture.act(by, (tx) => tx.updateTable('credentials').set(change).where('id', '=', id).executeTakeFirst())

async function shift({
  on = later(10),
  status = 'published',
  series,
  at = unit,
}: { on?: string; status?: string; series?: string; at?: string } = {}) {
  const semester = randomUUID()
  await fixture.rows(
    `insert into public.semesters (id, school_id, name, start_date, end_date, semester_type, academic_year, is_active)
     values ($1, $2, $3, current_date - 60, current_date + 200, 'custom', '2026', false)`,
    [semester, school, `Fall ${semester}`],
  )
  if (series)
    await fixture.rows(
      `insert into public.shift_series (id, school_id, semester_id) values ($1, $2, $3) on conflict do nothing`,
      [series, school, semester],
    )
  const id = randomUUID()
  await fixture.rows(
    `insert into public.shifts (id, school_id, semester_id, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, status, proctor_id, seats,
       series_id, submitted_at, published_at)
     values ($1, $2, $3, $4, $9::time, $9::time + interval '15 minutes', 'UTC', $4::date + $9::time, $4::date + $9::time + interval '15 minutes', $5, $6, $7, 8, $8, now(), now())`,
    [id, school, semester, on, at, status, marcus.id, series ?? null, quarter((shifts += 1))],
  )
  return id
}
/** Spread over days, because an instructor rests after a night. */
const quarter = (at: number): string =>
  `${String(7 + (Math.floor(at / 4) % 14)).padStart(2, '0')}:${String((at % 4) * 15).padStart(2, '0')}`
const seat = (shiftId: string, student: Person) =>
  fixture.rows(
    `insert into public.assignments (shift_id, school_id, student_id, during, busy)
     select s.id, s.school_id, $2, tstzrange(s.starts_at, s.ends_at), tstzrange(s.starts_at, s.ends_at) from public.shifts s where s.id = $1`,
    [shiftId, student.id],
  )

describe('a submission', () => {
  it('is sent once, waits, and is approved with the last day of its rule', async () => {
    const id = randomUUID()
    await send(jenna, 'BLS', { issued_on: '2026-03-10' }, id)
    await send(jenna, 'BLS', { issued_on: '2026-03-10' }, id)
    expect((await mine(jenna)).clearance).toMatchObject({
      status: 'not_cleared',
      items: [{ type_name: 'BLS certification', state: 'in_review', next_step: 'wait' }],
    })
    expect(await decide(ana, { id })).toMatchObject({
      status: 'approved',
      issued_on: '2026-03-10',
      expires_on: '2028-03-31',
    })
    expect((await mine(jenna)).clearance.status).toBe('cleared')
    expect(await receivedBy(fixture, jenna)).toEqual([
      expect.objectContaining({
        title: 'BLS certification approved',
        message: 'It is valid until Mar 31, 2028.',
      }),
    ])
  })

  it('that is rejected says why, and the next one supersedes it', async () => {
    const { id } = await send(jenna)
    await decide(ana, { id, decision: 'reject', reason_code: 'illegible', note: 'Take it in daylight.' })
    expect(await receivedBy(fixture, jenna)).toEqual([
      expect.objectContaining({
        title: 'BLS certification needs another upload',
        message: 'We can’t read it. Take it in daylight.',
      }),
    ])
    const again = await send(jenna)
    expect(again.supersedes_id).toBe(id)
    const third = await send(jenna)
    expect((await mine(jenna)).submissions.map(({ id: one, status }) => [one, status])).toEqual([
      [third.id, 'submitted'],
      [again.id, 'superseded'],
      [id, 'rejected'],
    ])
  })

  it('can be sent again while one is waiting, also if the school has recorded another since', async () => {
    const { id } = await send(jenna)
    const [recorded] = await fixture.rows<{ id: string }>(
      `insert into public.credentials (school_id, person_id, type_id, status, issued_on, submitted_at) values ($1, $2, $3, 'approved', current_date - 30, now() + interval '1 minute') returning id`,
      [school, jenna.id, types['BLS']],
    )
    expect(await send(jenna)).toMatchObject({ status: 'submitted', supersedes_id: recorded!.id })
    expect(await fixture.rows('select status from public.credentials where id = $1', [id])).toEqual([
      { status: 'superseded' },
    ])
  })

  it('at a new school replaces nothing that another school has', async () => {
    const other = (
      await fixture.rows<{ id: string }>(`select id from public.schools where name = 'Prairie'`)
    )[0]!.id
    await fixture.rows(
      `insert into public.school_members (user_id, school_id) values ($1, $2) on conflict do nothing`,
      [jenna.id, other],
    )
    const [before] = await fixture.rows<{ id: string }>(
      `insert into public.credentials (school_id, person_id, type_id, status, issued_on) values ($1, $2, $3, 'approved', current_date - 30) returning id`,
      [other, jenna.id, types['BLS']],
    )
    expect(await send(jenna)).toMatchObject({ status: 'submitted', supersedes_id: null })
    expect(await fixture.rows('select status from public.credentials where id = $1', [before!.id])).toEqual([
      { status: 'approved' },
    ])
  })

  it('waits at each school separately, and an orientation at each site', async () => {
    const other = (
      await fixture.rows<{ id: string }>(`select id from public.schools where name = 'Prairie'`)
    )[0]!.id
    await fixture.rows(
      `insert into public.school_members (user_id, school_id) values ($1, $2) on conflict do nothing`,
      [jenna.id, other],
    )
    await fixture.rows(
      `insert into public.credentials (school_id, person_id, type_id, status) values ($1, $2, $3, 'submitted')`,
      [other, jenna.id, types['BLS']],
    )
    expect(await send(jenna)).toMatchObject({ status: 'submitted', supersedes_id: null })

    const [{ id: tour }] = (await fixture.rows<{ id: string }>(
      `insert into public.credential_types (code, name, category, evidence, needs_file, validity, owner_school_id)
       values ('TOUR', 'Tour of the building', 'site_orientation', 'document', false, '{"rule": "one_time"}', $1) returning id`,
      [school],
    )) as [{ id: string }]
    const sendFor = async (facility_id: string) =>
      call(
        api.submit,
        { id: randomUUID(), type_id: tour, values: { issued_on: today }, file_ids: [], facility_id },
        { context: await fixture.as(jenna) },
      )
    const first = await sendFor(hospital)
    expect(await sendFor(unit)).toMatchObject({ status: 'submitted', supersedes_id: null })
    expect(await sendFor(hospital)).toMatchObject({ status: 'submitted', supersedes_id: first.id })
    const own = (await mine(jenna)).submissions.filter((one) => one.type_id === tour)
    expect(own.map(({ status }) => status).toSorted()).toEqual(['submitted', 'submitted', 'superseded'])
    await fixture.rows(`update public.credential_types set status = 'retired' where id = $1`, [tour])
  })

  it('with a condition counts as long as the type allows, once', async () => {
    const { id } = await send(jenna, 'HEPB', { doses: [later(-40)] })
    await expect(decide(ana, { id })).rejects.toMatchObject({ data: { code: 'credential.incomplete' } })
    await expect(
      decide(ana, { id, decision: 'condition', until: later(31), note: '' }),
    ).rejects.toMatchObject({
      data: { code: 'credential.condition_days' },
    })
    expect(
      await decide(ana, { id, decision: 'condition', until: later(30), note: 'Second dose' }),
    ).toMatchObject({
      status: 'conditionally_approved',
      conditional_until: later(30),
    })
    const again = await send(jenna, 'HEPB', { doses: [later(-40), later(-5)] })
    await expect(
      decide(ana, { id: again.id, decision: 'condition', until: later(30), note: '' }),
    ).rejects.toMatchObject({ data: { code: 'credential.condition_used' } })
  })

  it('records each step in its history', async () => {
    const { id } = await send(jenna)
    await open(ana, id)
    await decide(ana, { id, decision: 'reject', reason_code: 'other', note: 'Another card.' })
    expect(
      await fixture.rows(
        'select from_status, to_status, actor_id, reason from public.credential_events where credential_id = $1 order by id',
        [id],
      ),
    ).toEqual([
      { from_status: null, to_status: 'submitted', actor_id: jenna.id, reason: null },
      { from_status: 'submitted', to_status: 'in_review', actor_id: ana.id, reason: null },
      { from_status: 'in_review', to_status: 'rejected', actor_id: ana.id, reason: 'Another card.' },
    ])
  })
})

describe('review', () => {
  it('is limited to one person at a time for two minutes', async () => {
    const { id } = await send(jenna)
    await open(ana, id)
    await open(ana, id)
    await expect(open(grace, id)).rejects.toMatchObject({ data: { code: 'credential.locked' } })
    await expect(decide(grace, { id })).rejects.toMatchObject({
      message: expect.stringContaining('Ana Morales'),
    })
    await expect(set(grace, id, { status: 'approved', issued_on: today })).rejects.toMatchObject({
      message: 'credential.locked',
    })
    await fixture.rows(
      `update public.credentials set locked_until = now() - interval '1 second' where id = $1`,
      [id],
    )
    await expect(decide(grace, { id })).resolves.toMatchObject({ status: 'approved' })
    await expect(decide(ana, { id })).rejects.toMatchObject({ data: { code: 'credential.settled' } })
  })

  it('lists the nearest shift first, then the longest wait', async () => {
    const others = await Promise.all(
      ['Kim', 'Lee', 'Max'].map((name) =>
        fixture.person({ role: 'student', school, fullName: `Queue ${name}` }),
      ),
    )
    for (const one of others) await send(one)
    await seat(await shift({ on: later(20) }), others[1]!)
    await seat(await shift({ on: later(12) }), others[2]!)
    const { rows } = await call(api.queue, { q: 'Queue' }, { context: await fixture.as(ana) })
    expect(rows.map(({ student_name: name }) => name)).toEqual(['Queue Max', 'Queue Lee', 'Queue Kim'])
  })

  it('lists an instructor by the next shift that they lead, alone or with others', async () => {
    const { id: waiting } = await send(jenna)
    await seat(await shift({ on: later(9) }), jenna)
    const [lead, second] = [
      await fixture.person({ role: 'proctor', school, fullName: 'Queued Lead' }),
      await fixture.person({ role: 'proctor', school, fullName: 'Queued Second' }),
    ]
    for (const one of [lead, second]) await send(one)
    const id = await shift({ on: later(5) })
    const other = await shift({ on: later(3) })
    await fixture.rows('update public.shifts set proctor_id = $2 where id = $1', [id, lead.id])
    await fixture.rows('update public.shifts set more_proctor_ids = array[$2::uuid] where id = $1', [
      other,
      second.id,
    ])
    const { rows } = await call(api.queue, {}, { context: await fixture.as(ana) })
    const own = new Set([lead.id, second.id, jenna.id])
    expect(
      rows.filter((row) => own.has(row.person_id)).map((row) => [row.student_name, row.next_shift]),
    ).toEqual([
      ['Queued Second', later(3)],
      ['Queued Lead', later(5)],
      ['Jenna Park', later(9)],
    ])
    expect(rows.some((row) => row.id === waiting)).toBe(true)
  })

  it('is only for administrators of the school, and never for one’s own', async () => {
    const { id } = await send(jenna)
    await expect(decide(stranger, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const who of [jenna, marcus])
      await expect(decide(who, { id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    // A facility reviews what it requires, and sees nothing else.
    await expect(decide(mia, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(decide(null, { id })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    // Someone who was an instructor with their own credentials, and is an administrator now.
    const omar = await fixture.person({ role: 'proctor', school })
    const own = await send(omar)
    await fixture.rows(`update public.users set role = 'school_admin' where id = $1`, [omar.id])
    await expect(decide(omar, { id: own.id })).rejects.toMatchObject({ data: { code: 'credential.own' } })
    await expect(open(omar, own.id)).rejects.toMatchObject({ data: { code: 'credential.own' } })
  })
})

describe('PostgreSQL refuses by itself', () => {
  it('steps and columns that a person may not write', async () => {
    const { id } = await send(jenna)
    await expect(set(jenna, id, { status: 'approved', issued_on: today })).rejects.toMatchObject({
      message: 'step.illegal',
    })
    await expect(set(ana, id, { values: '{}' })).rejects.toMatchObject({ code: '42501' })
    await expect(set(ana, id, { reviewed_by: grace.id })).rejects.toMatchObject({ code: '42501' })
    await expect(set(ana, id, { person_id: ana.id })).rejects.toMatchObject({ code: '42501' })
    await expect(set(ana, id, { status: 'lapsed' })).rejects.toMatchObject({ message: 'step.illegal' })
    await expect(set(ana, id, { note: 'Only a word.' })).rejects.toMatchObject({
      message: 'credential.settled',
    })
    for (const who of [stranger, mia, marcus])
      expect((await set(who, id, { status: 'approved', issued_on: today })).numUpdatedRows).toBe(0n)
    const insert = (by: Person, values: object) =>
      fixture.act(by, (tx) =>
        tx
          .insertInto('credentials')
          .values({
            id: randomUUID(),
            school_id: school,
            person_id: jenna.id,
            type_id: types['TB']!,
            ...values,
          })
          .execute(),
      )
    await expect(insert(jenna, { status: 'approved' })).rejects.toMatchObject({
      code: '42501',
    })
    await expect(insert(ana, { status: 'submitted' })).rejects.toMatchObject({
      code: '42501',
    })
    await expect(insert(marcus, {})).rejects.toMatchObject({ code: '42501' })
  })

  it('values and files to people they are not shown to; an instructor sees status and dates of their own students', async () => {
    const { id } = await send(jenna)
    const { sql } = await import('kysely')
    const sees = (by: Person) =>
      fixture.act(
        by,
        async (tx) => (await tx.selectFrom('credentials').select('id').where('id', '=', id).execute()).length,
      )
    const facts = (by: Person) =>
      fixture.act(
        by,
        async (tx) =>
          (await sql`select * from app.clearance_facts(array[${jenna.id}]::uuid[], null)`.execute(tx)).rows
            .length,
      )
    expect(await Promise.all([jenna, ana, grace].map(sees))).toEqual([1, 1, 1])
    expect(await Promise.all([stranger, mia, marcus].map(sees))).toEqual([0, 0, 0])
    expect(await Promise.all([stranger, mia, marcus].map(facts))).toEqual([0, 0, 0])
    await seat(await shift(), jenna)
    expect(await Promise.all([jenna, ana, marcus].map(facts))).toEqual([1, 1, 1])
  })
})

describe('clearance', () => {
  const ofShift = async (by: Person, shiftId: string, people: Person[] = [jenna]) =>
    call(
      api.ofShift,
      { shift_id: shiftId, person_ids: people.map(({ id }) => id) },
      { context: await fixture.as(by) },
    )

  it('covers the shift’s own day and the last day of its series', async () => {
    const series = randomUUID()
    const first = await shift({ on: later(10), series })
    await shift({ on: later(24), series })
    await seat(first, jenna)
    const { id } = await send(jenna)
    await decide(ana, { id, expires_on: later(20) })
    const [found] = await ofShift(ana, first)
    expect(found).toMatchObject({
      status: 'not_cleared',
      first: later(10),
      last: later(24),
      items: [{ state: 'lapses', covered_to: later(20), gap_on: later(21), scope_name: 'Lakeshore' }],
    })
    expect(await ofShift(marcus, first)).toEqual([found])
    expect(await ofShift(jenna, first, [])).toEqual([found])
    expect(await ofShift(stranger, first)).toEqual([])
  })

  it('of a student without a shift has no due date that counts back from a shift', async () => {
    const weeks = (number: number | null) =>
      fixture.rows('update public.credential_requirements set due_weeks = $1 where school_id = $2', [
        number,
        school,
      ])
    await weeks(3)
    const readiness = async () =>
      (await fixture.act(jenna, (tx) => readinessOf(tx, [jenna.id]))).get(jenna.id)?.missing
    expect((await mine(jenna)).clearance.items).toMatchObject([{ state: 'missing', due_on: null }])
    expect(await readiness()).toEqual(['BLS certification missing (Lakeshore; next: upload)'])
    await seat(await shift({ on: later(30) }), jenna)
    expect((await mine(jenna)).clearance.items).toMatchObject([{ state: 'missing', due_on: later(9) }])
    await weeks(null)
  })

  it('of several shifts is available to a student before taking a seat', async () => {
    const [early, late] = [await shift({ on: later(10) }), await shift({ on: later(40) })]
    const { id } = await send(jenna)
    await decide(ana, { id, expires_on: later(20) })
    const own = async (by: Person) =>
      call(api.ofShifts, { shift_ids: [early, late] }, { context: await fixture.as(by) })
    const byShift = new Map((await own(jenna)).map(({ shift_id: of, ...brief }) => [of, brief]))
    expect(byShift).toEqual(
      new Map([
        [early, { status: 'cleared', missing: [] }],
        [
          late,
          {
            status: 'not_cleared',
            missing: [
              expect.stringMatching(
                /^BLS certification expires .*, needed by .* \(Lakeshore; next: renew\)$/,
              ),
            ],
          },
        ],
      ]),
    )
    await expect(own(ana)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('adds what the site of the shift requires, and a school waives only its own requirements', async () => {
    await fixture.rows(
      `insert into public.credential_requirements (type_id, facility_id, active_from) values ($1, $2, '2020-01-01')`,
      [types['TB'], hospital],
    )
    const first = await shift()
    await seat(first, jenna)
    const states = async () =>
      (await ofShift(ana, first))[0]!.items.map(({ type_name: name, state }) => `${name} ${state}`)
    expect(await states()).toEqual(['BLS certification missing', 'Tuberculosis screening missing'])
    const waive = async (by: Person, code: string) =>
      call(
        api.waive,
        { id: randomUUID(), person_id: jenna.id, type_id: types[code]!, until: later(60), note: 'On leave.' },
        { context: await fixture.as(by) },
      )
    await waive(ana, 'BLS')
    await waive(ana, 'TB')
    await expect(waive(ana, 'BGC')).rejects.toMatchObject({ data: { code: 'credential.no_waiver' } })
    await expect(waive(stranger, 'BLS')).rejects.toMatchObject({
      code: expect.stringMatching(/CONFLICT|FORBIDDEN|BAD_REQUEST/),
    })
    expect(await states()).toEqual(['BLS certification condition', 'Tuberculosis screening missing'])
    await fixture.rows('delete from public.credential_requirements where facility_id = $1', [hospital])
  })

  it('waives one requirement of the school, and no other of its type', async () => {
    const [asked] = await fixture.rows<{ id: string }>(
      `insert into public.credential_requirements (type_id, school_id, active_from, validity) values ($1, $2, '2020-01-01', '{"rule": "one_time"}') returning id`,
      [types['BLS'], school],
    )
    const waive = async (requirement_id: string) =>
      call(
        api.waive,
        {
          id: randomUUID(),
          person_id: jenna.id,
          type_id: types['BLS']!,
          requirement_id,
          until: later(60),
          note: 'On leave.',
        },
        { context: await fixture.as(ana) },
      )
    await waive(asked!.id)
    const states = (await mine(jenna)).clearance.items.map((item) => [
      item.requirement_id === asked!.id,
      item.state,
    ])
    expect(states.toSorted()).toEqual([
      [false, 'missing'],
      [true, 'condition'],
    ])
    const [foreign] = await fixture.rows<{ id: string }>(
      `insert into public.credential_requirements (type_id, school_id, active_from) values ($1, $2, '2020-01-01') returning id`,
      [
        types['BLS'],
        (await fixture.rows<{ id: string }>(`select id from public.schools where name = 'Prairie'`))[0]!.id,
      ],
    )
    await expect(waive(foreign!.id)).rejects.toMatchObject({ data: { code: 'credential.waiver_scope' } })
    await expect(
      fixture.act(ana, (tx) =>
        tx
          .insertInto('credentials')
          .values({
            school_id: school,
            person_id: jenna.id,
            type_id: types['BLS']!,
            status: 'waived',
            waived_until: later(5),
            waived_requirement_id: foreign!.id,
            note: 'No.',
          })
          .execute(),
      ),
    ).rejects.toThrow(/row-level security/)
    await fixture.rows(`update public.credential_requirements set status = 'retired' where id = any ($1)`, [
      [asked!.id, foreign!.id],
    ])
  })

  it('of a later shift shows what it requires beyond the next one, to the person and to their school', async () => {
    const mercy = await fixture.facility({ name: 'Mercy' })
    await fixture.partnership(school, mercy)
    await fixture.rows(
      `insert into public.credential_requirements (type_id, facility_id, active_from, instructions) values ($1, $2, '2020-01-01', 'The blood test, please.')`,
      [types['TB'], mercy],
    )
    const near = await shift()
    const far = await shift({ on: later(40), at: mercy })
    await seat(near, jenna)
    await seat(far, jenna)
    const own = await mine(jenna)
    expect(own.next_shift?.id).toBe(near)
    expect(own.clearance.items.map((item) => item.type_name)).toEqual(['BLS certification'])
    expect(
      own.later.map(({ shift: { id, facility_name: facility }, items }) => [
        id,
        facility,
        items.map((item) => item.type_name),
      ]),
    ).toEqual([[far, 'Mercy', ['Tuberculosis screening']]])
    expect(own.rules.map((rule) => rule.instructions).toSorted()).toEqual(['', 'The blood test, please.'])
    const ofPerson = async (by: Person | null) =>
      call(api.ofPerson, { person_id: jenna.id }, { context: await fixture.as(by) })
    expect(await ofPerson(ana)).toEqual(own)
    await expect(ofPerson(stranger)).rejects.toMatchObject({ data: { code: 'credential.nobody' } })
    for (const other of [marcus, mia, jenna, null])
      await expect(ofPerson(other)).rejects.toMatchObject({
        code: expect.stringMatching(/FORBIDDEN|UNAUTHORIZED/),
      })
    await fixture.rows('delete from public.credential_requirements where facility_id = $1', [mercy])
  })

  it('of a restricted result shows the school only its class; each submission records who decided what', async () => {
    const values = { issued_on: later(-5), result: 'clear', chain_of_custody: 'A-77' }
    const { id } = await send(jenna, 'DRUG', values)
    const ofPerson = await call(api.ofPerson, { person_id: jenna.id }, { context: await fixture.as(ana) })
    expect(ofPerson.submissions.map((one) => one.values)).toEqual([{ result: 'clear' }])
    expect((await mine(jenna)).submissions.map((one) => one.values)).toEqual([values])
    await decide(ana, { id, decision: 'reject', reason_code: 'illegible', note: 'Send it again.' })
    const { history } = await call(api.get, { id }, { context: await fixture.as(ana) })
    expect(history.map(({ by_name, to, reason }) => [by_name, to, reason])).toEqual([
      ['Ana Morales', 'rejected', 'Send it again.'],
      ['Jenna Park', 'submitted', null],
    ])
  })

  it('of what the school checks itself is recorded by the school, and no one sends it', async () => {
    await fixture.rows(
      `insert into public.credential_requirements (type_id, school_id, active_from) values ($1, $2, '2020-01-01')`,
      [types['EXCL'], school],
    )
    const itemOf = async (by: Person) =>
      (await mine(by)).clearance.items.find((one) => one.type_id === types['EXCL'])
    expect(await itemOf(jenna)).toMatchObject({ state: 'missing', next_step: 'check', is_checked: true })
    await expect(send(jenna, 'EXCL', { issued_on: today, checked_with: 'Me' })).rejects.toMatchObject({
      data: { code: 'credential.school_checks' },
    })
    const id = randomUUID()
    const values = { issued_on: later(-3), checked_with: 'OIG and SAM' }
    const record = async (by: Person | null, more: object = {}) =>
      call(
        api.recordCheck,
        { id, person_id: jenna.id, type_id: types['EXCL']!, values, ...more },
        { context: await fixture.as(by) },
      )
    for (const by of [jenna, marcus, mia])
      await expect(record(by)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(record(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(record(stranger)).rejects.toMatchObject({ data: { code: 'credential.nobody' } })
    await expect(record(ana, { type_id: types['BLS'] })).rejects.toMatchObject({
      data: { code: 'credential.not_checked' },
    })
    await expect(record(ana, { values: { issued_on: today } })).rejects.toMatchObject({
      data: { code: 'credential.check_incomplete' },
    })
    await expect(record(ana, { values: { ...values, issued_on: later(3) } })).rejects.toMatchObject({
      data: { code: 'credential.issued_later' },
    })
    expect(await record(ana)).toMatchObject({ status: 'approved', source: 'check', issued_on: later(-3) })
    await record(ana)
    expect(await itemOf(jenna)).toMatchObject({ state: 'covered', next_step: 'none' })
    expect(
      await fixture.rows('select reviewed_by from public.credentials where person_id = $1', [jenna.id]),
    ).toEqual([{ reviewed_by: ana.id }])
    expect((await receivedBy(fixture, jenna)).map(({ title }) => title)).toEqual([
      'Exclusion list check (OIG and SAM) approved',
    ])
    // PostgreSQL only accepts it for such a type, about another person, and from their school.
    const insert = (by: Person, person: Person, code: string) =>
      fixture.act(by, (tx) =>
        tx
          .insertInto('credentials')
          .values({
            school_id: school,
            person_id: person.id,
            type_id: types[code]!,
            status: 'approved',
            source: 'check',
            issued_on: today,
          })
          .execute(),
      )
    for (const [by, person, code] of [
      [jenna, jenna, 'EXCL'],
      [ana, ana, 'EXCL'],
      [ana, jenna, 'BLS'],
      [stranger, jenna, 'EXCL'],
      [mia, jenna, 'EXCL'],
    ] as const)
      await expect(insert(by, person, code)).rejects.toThrow(/row-level security/)
    await expect(
      fixture.act(jenna, (tx) =>
        tx
          .insertInto('credentials')
          .values({
            school_id: school,
            person_id: jenna.id,
            type_id: types['EXCL']!,
            status: 'submitted',
            source: 'check',
          })
          .execute(),
      ),
    ).rejects.toThrow(/row-level security/)

    // Before it ends, the school is notified at each step, and the student reads that they send nothing.
    await fixture.rows('update public.credentials set expires_on = $2::date where id = $1', [id, later(29)])
    const { sendDueReminders } = await import('./commands/send-due-reminders.ts')
    await withActor(fixture.workerPool, null, (tx) => sendDueReminders(tx))
    expect((await receivedBy(fixture, ana)).map(({ message }) => message)).toContainEqual(
      expect.stringContaining('The school checks it again and records it.'),
    )
    expect((await receivedBy(fixture, jenna)).map(({ message }) => message)).toContainEqual(
      expect.stringContaining('You don’t need to send anything.'),
    )
    expect(await call(api.remind, { ids: [id] }, { context: await fixture.as(ana) })).toEqual({ reminded: 0 })
    await fixture.rows(`update public.credentials set status = 'revoked' where id = $1`, [id])
    await fixture.rows('delete from public.credential_requirements where type_id = $1', [types['EXCL']])
  })

  it('an orientation is confirmed by the person who read it, for its site, without a review', async () => {
    await fixture.rows(
      `insert into public.credential_requirements (type_id, facility_id, active_from) values ($1, $2, '2020-01-01')`,
      [types['SITE_ORIENT'], hospital],
    )
    await seat(await shift(), jenna)
    const confirm = async (facility_id: string | null, values: CredentialValues) =>
      call(
        api.submit,
        { id: randomUUID(), type_id: types['SITE_ORIENT']!, values, file_ids: [], facility_id },
        { context: await fixture.as(jenna) },
      )
    await expect(confirm(hospital, { issued_on: today })).rejects.toMatchObject({
      data: { code: 'credential.incomplete' },
    })
    const read = { issued_on: today, agreed: true }
    expect(await confirm(hospital, read)).toMatchObject({
      status: 'approved',
      facility_id: hospital,
      issued_on: today,
    })
    const item = (await mine(jenna)).clearance.items.find((one) => one.type_name === 'Site orientation')
    expect(item).toMatchObject({ state: 'covered', is_per_facility: true, facility_id: hospital })
    // Without a site it waits for a review, and its owner cannot approve anything else.
    expect(await confirm(null, read)).toMatchObject({ status: 'submitted', facility_id: null })
    await expect(
      fixture.act(jenna, (tx) =>
        tx
          .insertInto('credentials')
          .values({
            school_id: school,
            person_id: jenna.id,
            type_id: types['BLS']!,
            status: 'approved',
            issued_on: today,
            facility_id: hospital,
          })
          .execute(),
      ),
    ).rejects.toThrow(/row-level security/)
    await fixture.rows('delete from public.credential_requirements where facility_id = $1', [hospital])
  })

  it('adds what the agreement requires, only for its school, live and in the background', async () => {
    await fixture.rows(
      `update public.partnerships set required_credential_ids = array[$3]::uuid[] where school_id = $1 and organization_id = $2`,
      [school, hospital, types['HIPAA']],
    )
    const first = await shift()
    await seat(first, jenna)
    const words = [
      expect.stringMatching(/^BLS certification missing, needed by .+ \(Lakeshore; next: upload\)$/),
      expect.stringMatching(
        /^HIPAA training missing, needed by .+ \(the agreement with Harborview; next: upload\)$/,
      ),
    ]
    for (const by of [ana, marcus, jenna]) {
      const [found] = await ofShift(by, first)
      expect(briefOf(found!, today).missing).toEqual(words)
    }
    const { refreshClearances } = await import('./commands/refresh-clearances.ts')
    await withActor(fixture.workerPool, null, (tx) => refreshClearances(tx), { deadlineMs: 10_000 })
    const kept = () =>
      fixture.rows('select missing from public.seat_clearances where student_id = $1', [jenna.id])
    expect(await kept()).toEqual([{ missing: words }])
    const asksOf = (by: Person) =>
      fixture.act(
        by,
        async (tx) =>
          (await requirementsOf(tx, [school, hospital])).filter(
            ({ scope_kind: kind }) => kind === 'agreement',
          ).length,
      )
    expect(await Promise.all([ana, marcus, jenna, stranger, mia].map(asksOf))).toEqual([1, 1, 1, 0, 0])
    await fixture.rows(
      `update public.partnerships set required_credential_ids = '{}' where school_id = $1 and organization_id = $2`,
      [school, hospital],
    )
    await withActor(fixture.workerPool, null, (tx) => refreshClearances(tx), { deadlineMs: 10_000 })
    expect(await kept()).toEqual([{ missing: words.slice(0, 1) }])
  })

  it('of all students is paged, those not cleared first', async () => {
    const cleared = await fixture.person({ role: 'student', school, fullName: 'Listed Zed' })
    const missing = await fixture.person({ role: 'student', school, fullName: 'Listed Abe' })
    const { id } = await send(cleared)
    await decide(ana, { id })
    const list = async (input: object) =>
      (await call(api.students, { q: 'Listed', ...input }, { context: await fixture.as(ana) })).rows.map(
        (row) => `${row.student_name} ${row.status} ${row.missing.join()}`,
      )
    expect(await list({})).toEqual(['Listed Abe not_cleared BLS certification', 'Listed Zed cleared '])
    expect(await list({ status: 'cleared' })).toEqual(['Listed Zed cleared '])
    expect(await list({ type_id: types['BLS'] })).toEqual(['Listed Abe not_cleared BLS certification'])
    expect(missing.role).toBe('student')
    const file = async (by: Person | null, format: 'csv' | 'xlsx' = 'csv') => {
      const { headers, body } = await call(
        api.exportStudents,
        { q: 'Listed', format },
        { context: await fixture.as(by) },
      )
      expect(headers['content-disposition']).toContain(`clearance-${today}.${format}`)
      return new Response(body as ReadableStream).text()
    }
    expect((await file(ana)).split('\r\n').slice(0, 3)).toEqual([
      expect.stringMatching(/Student,Cohort,Clearance,Missing,In review,Next shift$/),
      'Listed Abe,,Not cleared,BLS certification,,',
      'Listed Zed,,Cleared,,,',
    ])
    expect((await file(ana, 'xlsx')).slice(0, 2)).toBe('PK')
    expect(await file(stranger)).not.toContain('Listed')
    for (const by of [marcus, mia, jenna]) await expect(file(by)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(file(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await call(api.overview, {}, { context: await fixture.as(ana) })).toMatchObject({ required: 1 })
  })
})

describe('readiness', () => {
  it('is for the next shift, and readable by those who may see the person', async () => {
    const first = await shift({ on: later(12) })
    const ready = async (by: Person) =>
      (await fixture.act(by, (tx) => readinessOf(tx, [jenna.id]))).get(jenna.id)
    expect(await ready(marcus)).toBeUndefined()
    await seat(first, jenna)
    const missing = { status: 'not_cleared', waiting: 0, next_shift: later(12) }
    const words = [
      expect.stringMatching(/^BLS certification missing, needed by .+ \(Lakeshore; next: upload\)$/),
    ]
    const names = { missing_types: ['BLS certification'], in_review_types: [] }
    for (const by of [ana, marcus, jenna])
      expect(await ready(by)).toEqual({ ...missing, ...names, missing: words })
    for (const by of [stranger, mia]) expect(await ready(by)).toBeUndefined()
    const { id } = await send(jenna)
    expect(await ready(ana)).toMatchObject({
      status: 'not_cleared',
      waiting: 1,
      missing_types: [],
      in_review_types: ['BLS certification'],
    })
    await decide(ana, { id })
    expect(await ready(ana)).toMatchObject({ status: 'cleared', missing: [], waiting: 0 })
  })

  it('of instructors is for the next shift that they lead, alone or with others', async () => {
    const second = await fixture.person({ role: 'proctor', school })
    const nextOf = async ({ id }: Person) =>
      (await fixture.act(ana, (tx) => findNextSpans(tx, [jenna.id, id]))).get(id)?.shift_id
    expect(await nextOf(second)).toBeUndefined()
    const id = await shift({ on: later(40) })
    await fixture.rows('update public.shifts set more_proctor_ids = array[$2::uuid] where id = $1', [
      id,
      second.id,
    ])
    expect(await nextOf(second)).toBe(id)
    const third = await fixture.person({ role: 'proctor', school })
    await fixture.rows('update public.shifts set proctor_id = $2 where id = $1', [id, third.id])
    expect(await nextOf(third)).toBe(id)
  })
})

it('a shift that has not ended is to come, although the next day has begun in UTC', async () => {
  const evening = await fixture.person({ role: 'student', school, fullName: 'Evening Student' })
  const id = await shift({ on: later(1) })
  await seat(id, evening)
  const [{ date }] = (await fixture.rows<{ date: string }>(
    `update public.shifts set date = current_date - 1, lead_time_reason = 'A test.', starts_at = now() + interval '1 hour', ends_at = now() + interval '9 hours'
     where id = $1 returning date::text`,
    [id],
  )) as [{ date: string }]
  await seat(await shift({ on: later(30) }), evening)
  await send(evening)
  expect((await mine(evening)).next_shift?.id).toBe(id)
  const next = await fixture.act(ana, (tx) => findNextSpans(tx, [evening.id]))
  expect(next.get(evening.id)?.shift_id).toBe(id)
  const { rows } = await call(api.queue, { q: 'Evening' }, { context: await fixture.as(ana) })
  expect(rows.map((row) => row.next_shift)).toEqual([date])
})

it('an instructor’s own page is for the next shift that they lead, also with others', async () => {
  const second = await fixture.person({ role: 'proctor', school })
  const id = await shift({ on: later(41) })
  await fixture.rows('update public.shifts set more_proctor_ids = array[$2::uuid] where id = $1', [
    id,
    second.id,
  ])
  expect((await mine(second)).next_shift).toMatchObject({ id, date: later(41) })
})

describe('of accepted providers', () => {
  const red = () => ({ issued_on: later(-30), provider: 'American Red Cross' })
  /** Sets the accepted providers of a school or a facility. */
  const accept = async (owner: 'school_id' | 'facility_id', of: string) => {
    const [row] = await fixture.rows<{ id: string }>(
      `insert into public.credential_requirements (type_id, ${owner}, active_from, providers)
       values ($1, $2, $3, array['American Heart Association']) returning id`,
      [types['BLS'], of, today],
    )
    const retire = () =>
      fixture.rows(`update public.credential_requirements set status = 'retired' where id = $1`, [row!.id])
    return { id: row!.id, retire }
  }

  it('only those of the school can be sent; the person sees which ones first', async () => {
    const mia2 = await fixture.person({ role: 'student', school })
    const { id, retire } = await accept('school_id', school)
    const rules = (await mine(mia2)).rules.filter((rule) => rule.requirement_id === id)
    expect(rules).toMatchObject([{ providers: ['American Heart Association'] }])
    await expect(send(mia2, 'BLS', red())).rejects.toMatchObject({
      data: { code: 'credential.provider_not_accepted' },
      message: expect.stringMatching(/accepts BLS certification from American Heart Association only\./),
    })
    expect((await mine(mia2)).submissions).toEqual([])
    expect((await send(mia2)).status).toBe('submitted')
    await retire()
    expect((await send(mia2, 'BLS', red())).status).toBe('submitted')
  })

  it('those of a facility apply to people who come there', async () => {
    const [comes, other] = [
      await fixture.person({ role: 'student', school }),
      await fixture.person({ role: 'student', school }),
    ]
    await seat(await shift({ on: later(12) }), comes)
    const { retire } = await accept('facility_id', unit)
    await expect(send(comes, 'BLS', red())).rejects.toMatchObject({
      data: { code: 'credential.provider_not_accepted' },
    })
    expect((await send(other, 'BLS', red())).status).toBe('submitted')
    await retire()
  })
})

describe('expirations', () => {
  it('of an instructor count the shifts that they lead, and link to their page', async () => {
    const second = await fixture.person({ role: 'proctor', school })
    const { id } = await send(second)
    await decide(ana, { id, expires_on: later(20) })
    const [one, other] = [await shift({ on: later(10) }), await shift({ on: later(30) })]
    await fixture.rows('update public.shifts set proctor_id = $2 where id = $1', [one, second.id])
    await fixture.rows('update public.shifts set more_proctor_ids = array[$2::uuid] where id = $1', [
      other,
      second.id,
    ])
    const input = { within: 90, is_affecting: true }
    const { rows } = await call(api.expirations, input, { context: await fixture.as(ana) })
    expect(rows.filter((row) => row.person_id === second.id)).toMatchObject([
      { id, is_student: false, next_shift: later(10), shifts_after: 1 },
    ])
    const counts = await call(api.expirationCounts, input, { context: await fixture.as(ana) })
    expect(counts.weeks.find(({ week }) => week === 2)?.affecting).toBeGreaterThan(0)
    await fixture.rows(`update public.credentials set status = 'revoked' where id = $1`, [id])
  })

  it('list what ends and is not renewed, and remind each person once a day', async () => {
    const { id } = await send(jenna)
    await decide(ana, { id, expires_on: later(25) })
    await seat(await shift({ on: later(30) }), jenna)
    const list = async (by: Person, input: object = {}) =>
      (await call(api.expirations, input, { context: await fixture.as(by) })).rows.filter(
        (row) => row.person_id === jenna.id,
      )
    expect(await list(ana)).toEqual([
      expect.objectContaining({
        id,
        expires_on: later(25),
        days_left: 25,
        shifts_after: 1,
        is_renewed: false,
      }),
    ])
    expect(await list(ana, { within: 24 })).toEqual([])
    expect(await list(stranger)).toEqual([])
    const remind = async (by: Person) => call(api.remind, { ids: [id] }, { context: await fixture.as(by) })
    const concerned = async () =>
      (await call(api.expirationCounts, { type_id: types['BLS']! }, { context: await fixture.as(ana) }))
        .concerned
    const before = await concerned()
    expect(await remind(stranger)).toEqual({ reminded: 0 })
    expect(await list(ana)).toMatchObject([{ is_reminded: false, reminded_at: null }])
    expect(await remind(ana)).toEqual({ reminded: 1 })
    expect(await remind(ana)).toEqual({ reminded: 0 })
    // Who was reminded today is not counted among those to remind, but tomorrow.
    expect(await list(ana)).toMatchObject([{ is_reminded: true, reminded_at: expect.any(String) }])
    expect(await concerned()).toBe(before - 1)
    await fixture.rows(
      `update public.credential_reminders set at = at - interval '1 day' where credential_id = $1`,
      [id],
    )
    expect(await list(ana)).toMatchObject([{ is_reminded: false }])
    expect(await concerned()).toBe(before)
    expect((await receivedBy(fixture, jenna)).map(({ title }) => title)).toContain(
      'BLS certification expires in 25 days',
    )
    await send(jenna)
    expect(await list(ana)).toEqual([expect.objectContaining({ is_renewed: true })])
  })

  it('have approvals with a condition, and waivers, too, unless something else lasts longer', async () => {
    const type_id = types['TDAP']!
    const context = { context: await fixture.as(ana) }
    const add = async (person: Person, status: string, until: Record<string, string>) => {
      const id = randomUUID()
      const [column, day] = Object.entries(until)[0]!
      await fixture.rows(
        `insert into public.credentials (id, school_id, person_id, type_id, status, ${column}) values ($1, $2, $3, $4, $5, $6)`,
        [id, school, person.id, type_id, status, day],
      )
      return id
    }
    const pupils = [
      await fixture.person({ role: 'student', school }),
      await fixture.person({ role: 'student', school }),
      await fixture.person({ role: 'student', school }),
    ] as const
    const condition = await add(pupils[0], 'conditionally_approved', { conditional_until: later(10) })
    const waiver = await add(pupils[1], 'waived', { waived_until: later(20) })
    const before = await add(pupils[2], 'conditionally_approved', { conditional_until: later(15) })
    const longer = await add(pupils[2], 'waived', { waived_until: later(300) })
    const overview = async () => (await call(api.overview, {}, context)).expiring
    const input = { type_id, within: 30 }
    const { rows, types: choices } = await call(api.expirations, input, context)
    expect(rows).toMatchObject([
      { id: condition, basis: 'condition', expires_on: later(10), days_left: 10 },
      { id: waiver, basis: 'waiver', expires_on: later(20) },
    ])
    expect(choices.map(({ id }) => id)).toContain(type_id)
    const all = await call(api.expirations, { within: 30 }, context)
    expect(await overview()).toBe(all.rows.length)
    expect((await call(api.expirations, { ...input, is_affecting: true }, context)).rows).toEqual([])
    await seat(await shift({ on: later(25) }), pupils[0])
    expect((await call(api.expirations, { ...input, is_affecting: true }, context)).rows).toMatchObject([
      { id: condition, shifts_after: 1 },
    ])
    expect(await call(api.expirationCounts, input, context)).toMatchObject({
      total: 2,
      concerned: 2,
      weeks: [
        { week: 1, all: 1, affecting: 1 },
        { week: 2, all: 1, affecting: 0 },
      ],
    })
    const { findConcerned } = await import('./queries/list-expirations.ts')
    expect(
      await fixture.act(ana, (tx) => findConcerned(tx, today, { ...input, is_affecting: false })),
    ).toEqual([condition, waiver])
    expect(await call(api.remind, { ids: [condition, waiver] }, context)).toEqual({ reminded: 2 })
    const said = async (who: Person) => (await receivedBy(fixture, who)).map(({ title }) => title)
    expect(await said(pupils[0])).toEqual([
      expect.stringMatching(/: your conditional approval ends in 10 days$/),
    ])
    expect(await said(pupils[1])).toEqual([expect.stringMatching(/: your waiver ends in 20 days$/)])
    await fixture.rows(`delete from public.assignments where student_id = $1`, [pupils[0].id])
    await fixture.rows(`update public.credentials set status = 'revoked' where id = any ($1)`, [
      [condition, waiver, before, longer],
    ])
  })

  it('count everything by week, and remind everyone as a job that is started once, only by the school', async () => {
    const { id } = await send(jenna, 'HIPAA', { issued_on: later(-300) })
    await decide(ana, { id, expires_on: later(40) })
    const counts = async (by: Person, input: object = {}) =>
      call(api.expirationCounts, { type_id: types['HIPAA']!, ...input }, { context: await fixture.as(by) })
    expect(await counts(ana)).toMatchObject({ total: 1, concerned: 1, weeks: [{ week: 5, all: 1 }] })
    expect(await counts(ana, { within: 30 })).toEqual({ total: 0, concerned: 0, weeks: [] })
    expect(await counts(stranger)).toEqual({ total: 0, concerned: 0, weeks: [] })
    const job_id = randomUUID()
    const start = async (by: Person | null, more: object = {}) =>
      call(api.remindAll, { job_id, type_id: types['HIPAA']!, ...more }, { context: await fixture.as(by) })
    for (const by of [jenna, marcus, mia])
      await expect(start(by)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(start(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    for (const [by, more] of [
      [stranger, {}],
      [ana, { within: 30 }],
    ] as const)
      await expect(start(by, more)).rejects.toMatchObject({ data: { code: 'credential.nobody_to_remind' } })
    await start(ana)
    await start(ana)
    await runJob(fixture, credentialJobs, job_id, new AbortController().signal)
    await expect(start(ana, { job_id: randomUUID() })).rejects.toMatchObject({
      data: { code: 'credential.nobody_to_remind' },
    })
    await fixture.rows(
      `update public.credential_reminders set at = at - interval '1 day' where credential_id = $1`,
      [id],
    )
    const notified = async () =>
      (await receivedBy(fixture, jenna)).filter(({ title }) => title.includes('expires in 40 days')).length
    expect(await notified()).toBe(1)
    const again = randomUUID()
    await start(ana, { job_id: again })
    await runJob(fixture, credentialJobs, again, new AbortController().signal)
    expect(await notified()).toBe(1)
    await fixture.rows(`update public.credentials set status = 'revoked' where id = $1`, [id])
  })

  it('of what each site asks for are counted, renewed and reminded for each site', async () => {
    const type_id = types['SITE_ORIENT']!
    const add = async (facility_id: string, status: string, days: number) => {
      const id = randomUUID()
      await fixture.rows(
        `insert into public.credentials (id, school_id, person_id, type_id, facility_id, status, issued_on, expires_on)
         values ($1, $2, $3, $4, $5, $6, '2026-01-01', $7)`,
        [id, school, jenna.id, type_id, facility_id, status, later(days)],
      )
      return id
    }
    const input = { type_id, within: 60 }
    const shown = async () => {
      const context = { context: await fixture.as(ana) }
      const { rows } = await call(api.expirations, input, context)
      const { total, concerned } = await call(api.expirationCounts, input, context)
      return { rows: rows.map(({ id, is_renewed: isRenewed }) => ({ id, isRenewed })), total, concerned }
    }
    const other = await fixture.facility({ name: 'Mercy' })
    const here = await add(hospital, 'approved', 20)
    const there = await add(other, 'approved', 40)
    const far = await add(unit, 'approved', 300)
    const renewal = await add(other, 'submitted', 400)
    expect(await shown()).toEqual({
      rows: [
        { id: here, isRenewed: false },
        { id: there, isRenewed: true },
      ],
      total: 2,
      concerned: 1,
    })
    const { findConcerned } = await import('./queries/list-expirations.ts')
    const concerned = await fixture.act(ana, (tx) =>
      findConcerned(tx, today, { ...input, is_affecting: false }),
    )
    expect(concerned).toEqual([here])
    await fixture.rows(`update public.credentials set status = 'superseded' where id = any ($1)`, [
      [here, there, far, renewal],
    ])
  })

  it('are those of active people, without replaced ones, in the overview and in reminders too', async () => {
    const { sendDueReminders } = await import('./commands/send-due-reminders.ts')
    const climb = () =>
      withActor(fixture.workerPool, null, async (tx) => (await sendDueReminders(tx)).sent, {
        deadlineMs: 10_000,
      })
    await climb()
    const shown = async () => {
      const context = { context: await fixture.as(ana) }
      const { expiring } = await call(api.overview, {}, context)
      const { rows } = await call(api.expirations, { within: 30 }, context)
      return { expiring, listed: rows.length }
    }
    const before = await shown()
    expect(before.expiring).toBe(before.listed)
    const gone = await fixture.person({ role: 'student', school })
    const left = await send(gone)
    await decide(ana, { id: left.id, expires_on: later(6) })
    const old = await send(jenna)
    await decide(ana, { id: old.id, expires_on: later(25) })
    const renewed = await send(jenna)
    await decide(ana, { id: renewed.id, expires_on: later(400) })
    await fixture.rows(`update public.credentials set status = 'approved' where id = $1`, [old.id])
    await fixture.rows(`update public.users set status = 'deactivated' where id = $1`, [gone.id])
    expect(await shown()).toEqual(before)
    expect(await climb()).toBe(0)
    expect(
      await fixture.rows('select from public.credential_reminders where credential_id = $1', [left.id]),
    ).toEqual([])
    await fixture.rows(`update public.credentials set status = 'revoked' where id = any ($1)`, [
      [old.id, left.id, renewed.id],
    ])
  })

  it('are recorded as skipped after a gap of months, each step, and no one is notified', async () => {
    const { sendDueReminders } = await import('./commands/send-due-reminders.ts')
    const climb = (back?: number) =>
      withActor(fixture.workerPool, null, (tx) => sendDueReminders(tx, back), { deadlineMs: 10_000 })
    const { id } = await send(jenna, 'PHYS', { issued_on: later(-300) })
    await decide(ana, { id, expires_on: later(100) })
    await fixture.rows('update public.credentials set expires_on = $2 where id = $1', [id, later(-90)])
    const steps = () =>
      fixture.rows(
        'select days, outcome from public.credential_reminders where credential_id = $1 order by days',
        [id],
      )
    const before = (await receivedBy(fixture, jenna)).length
    await climb()
    expect(await steps()).toEqual([])
    await climb(400)
    await climb(400)
    expect(await steps()).toEqual([0, 1, 7, 14, 30].map((days) => ({ days, outcome: 'passed' })))
    expect((await receivedBy(fixture, jenna)).length).toBe(before)
    await fixture.rows(`update public.credentials set status = 'revoked' where id = $1`, [id])
  })

  it('send reminder steps: each once, a late one instead of those before it', async () => {
    const { sendDueReminders } = await import('./commands/send-due-reminders.ts')
    const climb = () =>
      withActor(fixture.workerPool, null, async (tx) => (await sendDueReminders(tx)).sent, {
        deadlineMs: 10_000,
      })
    await climb()
    const { id } = await send(jenna)
    await decide(ana, { id, expires_on: later(6) })
    await seat(await shift({ on: later(3) }), jenna)
    expect(await Promise.all([climb(), climb()]).then((sent) => sent.toSorted())).toEqual([0, 1])
    expect(await climb()).toBe(0)
    const steps = () =>
      fixture.rows(
        'select days, outcome from public.credential_reminders where credential_id = $1 order by days desc',
        [id],
      )
    expect(await steps()).toEqual([
      { days: 30, outcome: 'passed' },
      { days: 14, outcome: 'passed' },
      { days: 7, outcome: 'sent' },
    ])
    const notified = async (by: Person) =>
      (await receivedBy(fixture, by)).map(({ title }) => title).filter((title) => title.includes('expires'))
    expect(await notified(jenna)).toEqual(['BLS certification expires in 6 days'])
    expect(await notified(marcus)).toEqual(['Jenna Park: BLS certification expires soon'])
    // Someone who presses Remind all on the same day does not repeat it.
    expect(await call(api.remind, { ids: [id] }, { context: await fixture.as(ana) })).toEqual({ reminded: 0 })
    expect(await notified(jenna)).toHaveLength(1)
    expect(await notified(ana)).toContain('Jenna Park: BLS certification expires soon')
    await fixture.rows('update public.credentials set expires_on = $2 where id = $1', [id, today])
    // A reminder that the school sent that day replaces no step.
    await fixture.rows(
      `insert into public.credential_reminders (credential_id, school_id, expires_on, days, outcome, is_asked) values ($1, $2, $3, 0, 'sent', true)`,
      [id, school, today],
    )
    expect(await climb()).toBe(1)
    expect(await notified(jenna)).toContain('BLS certification expires today')
  })

  it('send no reminders while a renewal is waiting for review, and resume after a rejection', async () => {
    const { sendDueReminders } = await import('./commands/send-due-reminders.ts')
    const climb = () =>
      withActor(fixture.workerPool, null, async (tx) => (await sendDueReminders(tx)).sent, {
        deadlineMs: 10_000,
      })
    const { id } = await send(jenna, 'HIPAA', { issued_on: later(-300) })
    await decide(ana, { id, expires_on: later(20) })
    await climb()
    const renewal = await send(jenna, 'HIPAA', { issued_on: later(-1) })
    await fixture.rows('update public.credentials set expires_on = $2 where id = $1', [id, later(13)])
    expect(await climb()).toBe(0)
    await open(ana, renewal.id)
    expect(await climb()).toBe(0)
    await decide(ana, {
      id: renewal.id,
      decision: 'reject',
      reason_code: 'illegible',
      note: 'We can’t read it.',
    })
    expect(await climb()).toBe(1)
    await fixture.rows(`update public.credentials set status = 'revoked' where id = $1`, [id])
  })

  it('are sent before a conditional approval or a waiver ends, unless something else lasts longer', async () => {
    const { sendDueReminders } = await import('./commands/send-due-reminders.ts')
    const climb = () =>
      withActor(fixture.workerPool, null, async (tx) => (await sendDueReminders(tx)).sent, {
        deadlineMs: 10_000,
      })
    const { id } = await send(jenna, 'HEPB', { doses: [later(-40)] })
    await decide(ana, { id, decision: 'condition', until: later(6), note: 'Second dose' })
    const [waiver] = await fixture.rows<{ id: string }>(
      `insert into public.credentials (id, school_id, person_id, type_id, status, waived_until, submitted_at)
       values (gen_random_uuid(), $1, $2, $3, 'waived', $4, now()) returning id`,
      [school, jenna.id, types['HEPB'], later(40)],
    )
    const said = async (who: Person) =>
      (await receivedBy(fixture, who))
        .map(({ title }) => title)
        .filter((title) => /conditional|waiver/.test(title))
    await climb()
    expect(await said(jenna)).toEqual([])
    await fixture.rows('update public.credentials set waived_until = $2 where id = $1', [
      waiver!.id,
      later(3),
    ])
    await climb()
    await climb()
    expect(await said(jenna)).toEqual([expect.stringMatching(/: your conditional approval ends in 6 days$/)])
    expect(await said(ana)).toEqual([expect.stringContaining('Jenna Park: the conditional approval for')])
    await fixture.rows(`update public.credentials set status = 'lapsed' where id = $1`, [id])
    await climb()
    expect(await said(jenna)).toContainEqual(expect.stringMatching(/: your waiver ends in 3 days$/))
    await fixture.rows(`update public.credentials set status = 'revoked' where id = $1`, [waiver!.id])
  })

  it('end a conditional approval after its last day', async () => {
    const { sendDueReminders } = await import('./commands/send-due-reminders.ts')
    const { id } = await send(jenna, 'HEPB', { doses: [later(-40)] })
    await decide(ana, { id, decision: 'condition', until: later(5), note: 'Second dose' })
    await fixture.rows('update public.credentials set conditional_until = $2 where id = $1', [id, later(-1)])
    await withActor(fixture.workerPool, null, (tx) => sendDueReminders(tx), { deadlineMs: 10_000 })
    expect(await fixture.rows('select status from public.credentials where id = $1', [id])).toEqual([
      { status: 'lapsed' },
    ])
  })
})

it('a requirement shows before it is saved who would become not cleared; asking writes nothing', async () => {
  const { id } = await send(jenna)
  await decide(ana, { id })
  const fields = { id: randomUUID(), type_id: types['TB']!, active_from: today }
  const base = {
    program_id: null,
    cohort_id: null,
    facility_id: null,
    applies_to: 'student' as const,
    levels: [],
    validity: null,
    is_mandatory: true,
    due_weeks: null,
    due_date: null,
    active_to: null,
    instructions: '',
  }
  const impact = (by: Person, more: object = {}) =>
    fixture.act(by, (tx) => countImpact(tx, { ...base, ...fields, ...more }))
  const before = (await call(api.students, { status: 'not_cleared' }, { context: await fixture.as(ana) }))
    .total
  const { people, becoming } = await impact(ana)
  expect(becoming).toBeLessThanOrEqual(people - before)
  expect(becoming).toBeGreaterThan(0)
  expect((await impact(ana, { is_mandatory: false })).becoming).toBe(0)
  expect((await impact(ana, { active_from: later(300) })).becoming).toBe(0)
  expect((await impact(stranger)).people).toBe(0)
  expect((await impact(marcus)).people).toBe(0)
  expect(
    (await call(api.students, { status: 'not_cleared' }, { context: await fixture.as(ana) })).total,
  ).toBe(before)
})

it('a facility reads how many of its people a requirement would make not cleared, and nothing else', async () => {
  const ask = impactCounter(fixture)
  const fields = {
    id: randomUUID(),
    type_id: types['FIT']!,
    program_id: null,
    cohort_id: null,
    facility_id: hospital as string | null,
    applies_to: 'student' as const,
    levels: [],
    validity: null,
    is_mandatory: true,
    due_weeks: null,
    due_date: null,
    active_from: today,
    active_to: null,
    instructions: '',
  }
  const impact = async (by: Person, more: object = {}, asked = ask) => {
    const context = await fixture.as(by)
    return asked(
      { act: (work, options) => withActor(context.pool, context.tokenHash, work, options) },
      { ...fields, ...more },
    )
  }
  const before = await impact(mia)
  const [one, two] = [
    await fixture.person({ role: 'student', school }),
    await fixture.person({ role: 'student', school }),
  ]
  const coming = await shift({ on: later(20) })
  for (const student of [one, two]) await seat(coming, student)
  await seat(await shift({ on: later(21) }), one)
  const { people, becoming } = await impact(mia)
  expect(people).toBe(before.people + 2)
  // Students who are already not cleared do not count: Lakeshore requires what these two have not sent.
  expect(becoming).toBe(before.becoming)
  await fixture.rows(`update public.credential_requirements set status = 'retired' where school_id = $1`, [
    school,
  ])
  const free = (await impact(mia)).becoming
  expect(free).toBeGreaterThanOrEqual(before.becoming + 2)
  expect((await impact(mia, { is_mandatory: false })).becoming).toBe(0)
  expect(Object.keys(await impact(mia))).toEqual(['people', 'becoming', 'is_cut'])
  // It says so if there are more seats than the limit.
  const cut = async (mostSeats: number) =>
    (await impact(mia, {}, impactCounter({ ...fixture, mostSeats }))).is_cut
  expect([await cut(1), await cut(20_000)]).toEqual([true, false])
  // A unit has its own requirements; another hospital's people, and schools, may not ask here.
  expect((await impact(mia, { facility_id: unit })).people).toBe(people)
  for (const by of [ana, stranger, jenna, marcus])
    await expect(impact(by)).rejects.toMatchObject({ code: 'credential.not_your_facility' })
  await expect(
    impact(mia, { facility_id: await fixture.facility({ name: 'Elsewhere' }) }),
  ).rejects.toMatchObject({ code: 'credential.not_your_facility' })

  // The same requirement in their agreement makes as many not cleared; people who cannot see the agreement learn nothing about it.
  const agreed = agreementCounter(fixture)
  const [agreement] = await fixture.rows<{ id: string }>(
    `select id from public.partnerships where school_id = $1 and organization_id = $2`,
    [school, hospital],
  )
  const ofAgreement = async (by: Person, type_ids: string[]) => {
    const context = await fixture.as(by)
    return agreed(
      { act: (work, options) => withActor(context.pool, context.tokenHash, work, options) },
      { partnership_id: agreement!.id, type_ids },
    )
  }
  for (const by of [mia, ana])
    expect(await ofAgreement(by, [types['FIT']!])).toEqual({ people, becoming: free, is_cut: false })
  expect(await ofAgreement(mia, [])).toEqual({ people, becoming: 0, is_cut: false })
  for (const by of [stranger, jenna])
    await expect(ofAgreement(by, [types['FIT']!])).rejects.toMatchObject({ code: 'credential.no_agreement' })
})

it('a document for everyone is insurance with a file, and is ended by the school that added it', async () => {
  const file = randomUUID()
  await fixture.rows(
    `insert into public.files (id, school_id, owner_id, uploaded_by, purpose, name, status, declared_bytes, mime_type, bytes, sha256, key_id, salt)
     values ($1, $2, $3, $3, 'credential', 'policy.pdf', 'ready', 9, 'application/pdf', 9, repeat('0', 64), 'test', decode(repeat('00', 16), 'hex'))`,
    [file, school, ana.id],
  )
  const id = randomUUID()
  const add = async (by: Person | null, more: object = {}) =>
    call(
      api.addBlanket,
      { id, type_id: types['LIAB']!, file_ids: [file], issued_on: today, expires_on: later(300), ...more },
      { context: await fixture.as(by) },
    )
  await expect(add(ana, { type_id: types['BLS'] })).rejects.toThrow('Only insurance')
  await expect(add(ana, { expires_on: later(-1), issued_on: later(-9) })).rejects.toThrow(
    'Add the current one',
  )
  await expect(add(ana, { file_ids: [] })).rejects.toBeInstanceOf(Error)
  for (const by of [jenna, marcus, mia]) await expect(add(by)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await add(ana)).toMatchObject([{ type_name: expect.stringContaining('iability'), file_ids: [file] }])
  expect(await add(ana)).toHaveLength(1)
  const end = async (by: Person) => call(api.endBlanket, { id }, { context: await fixture.as(by) })
  await expect(end(stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await end(ana)).toEqual([])
  await expect(end(grace)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
