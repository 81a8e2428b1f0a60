import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type Person, type World } from '#database/testing.ts'
import { studentHandlers } from './handlers.ts'

let world: World
const api = studentHandlers()
let school: string
let otherSchool: string
let ana: Person
let stranger: Person
let sam: Person
let proctor: Person
let otherProctor: Person
let jenna: Person
let ben: Person
let theirs: Person
let cohort: string
let program: string

beforeAll(async () => {
  world = await createWorld()
  school = await world.school('Lakeshore')
  otherSchool = await world.school('Prairie')
  ana = await world.person({ role: 'school_admin', school })
  stranger = await world.person({ role: 'school_admin', school: otherSchool })
  sam = await world.person({ role: 'superadmin' })
  proctor = await world.person({ role: 'proctor', school })
  otherProctor = await world.person({ role: 'proctor', school })
  jenna = await world.person({ role: 'student', school, fullName: 'Jenna Park' })
  ben = await world.person({ role: 'student', school, fullName: 'Ben Fischer', status: 'pending' })
  theirs = await world.person({ role: 'student', school: otherSchool, fullName: 'Elsewhere' })
  const id = async (text: string, values: unknown[]) =>
    (await world.rows<{ id: string }>(text, values))[0]!.id
  program = await id(
    `insert into public.programs (school_id, name, level) values ($1, 'Bachelor', 'BSN') returning id`,
    [school],
  )
  cohort = await id(
    `insert into public.cohorts (school_id, program_id, name, start_date, expected_graduation) values ($1, $2, 'Fall 2025', '2025-08-25', '2027-05-15') returning id`,
    [school, program],
  )
  await world.rows(
    `insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) values ($1, $2, $3, '2025-08-25')`,
    [cohort, school, jenna.id],
  )
  await world.rows(`insert into public.cohort_advisors (cohort_id, school_id, user_id) values ($1, $2, $3)`, [
    cohort,
    school,
    proctor.id,
  ])
  await world.rows(
    `insert into public.invitations (email, full_name, role, school_id, cohort_name, expires_at) values
       ('nina@test.example', 'Nina Kowalski', 'student', $1, 'fall 2025', now() + interval '3 days'),
       ('omar@test.example', 'Omar Farouk', 'student', $1, 'No such', now() - interval '3 days')`,
    [school],
  )
})
afterAll(() => world.close())

const list = async (by: Person | null, input: object = {}) =>
  call(api.list, input as never, { context: await world.as(by) })
const names = async (input: object, by: Person = ana) =>
  (await list(by, input)).rows.map(({ full_name }) => full_name)
const get = async (id: string, by: Person | null) => call(api.get, { id }, { context: await world.as(by) })

describe('the list', () => {
  it('holds students and who is invited, with cohort, program and level to filter by', async () => {
    const { total, counts, rows } = await list(ana)
    expect({ total, counts }).toMatchObject({
      total: 4,
      counts: { all: 4, active: 1, pending: 1, invited: 2 },
    })
    expect(rows.find(({ id }) => id === jenna.id)).toMatchObject({
      cohort_name: 'Fall 2025',
      program_name: 'Bachelor',
      level: 'BSN',
      last_sign_in: expect.any(String),
    })
    expect(await names({ cohort })).toEqual(['Jenna Park', 'Nina Kowalski'])
    expect(await names({ cohort: 'none' })).toEqual(['Ben Fischer', 'Omar Farouk'])
    expect(await names({ program, level: 'BSN' })).toEqual(['Jenna Park', 'Nina Kowalski'])
    expect(await names({ level: 'PN' })).toEqual([])
    expect(await names({ status: 'invited' })).toEqual(['Nina Kowalski', 'Omar Farouk'])
    expect(await names({ q: 'fall 20' })).toEqual(['Jenna Park', 'Nina Kowalski'])
    expect(await names({ q: '%' })).toEqual([])
    expect((await names({ sort: 'cohort_name', dir: 'desc' }))[0]).toBe('Omar Farouk')
    expect((await names({ sort: 'last_sign_in' }))[0]).toMatch(/Jenna|Ben/)
    expect(await call(api.choose, { cohort }, { context: await world.as(ana) })).toHaveLength(2)
  })

  it('finds who has no release of information: none for an invitation, none once it is revoked or over', async () => {
    expect(await names({ release: 'none' })).toEqual(['Ben Fischer', 'Jenna Park'])
    const has = async () => (await list(ana)).rows.find(({ id }) => id === jenna.id)!.has_release
    await world.rows(
      `insert into public.consents (school_id, student_id, text_version, granted_by, granted_at, expires_at) values
         ($1, $2, 'x', $2, now() - interval '2 days', now() - interval '1 day'), ($1, $2, 'x', $2, now(), now() + interval '1 day')`,
      [school, jenna.id],
    )
    expect(await names({ release: 'none' })).toEqual(['Ben Fischer'])
    expect(await has()).toBe(true)
    await world.rows(
      'update public.consents set revoked_at = now(), revoked_by = $1 where student_id = $1 and expires_at > now()',
      [jenna.id],
    )
    expect(await has()).toBe(false)
    expect((await list(ana)).rows.find(({ kind }) => kind === 'invitation')!.has_release).toBeNull()
  })

  it('is another one for another school, none for a superadmin in no school, and closed to the rest', async () => {
    expect(await names({}, stranger)).toEqual(['Elsewhere'])
    expect((await list(sam)).total).toBe(0)
    for (const by of [proctor, jenna]) await expect(list(by)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(list(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('leaves a row in the trail when it is taken away', async () => {
    const rows = await call(api.export, {}, { context: await world.as(ana) })
    expect(rows).toHaveLength(4)
    const [event] = await world.rows(
      `select actor_id, changes from public.audit_events where action = 'export'`,
    )
    expect(event).toEqual({ actor_id: ana.id, changes: { view: 'students', rows: 4 } })
    await expect(call(api.export, {}, { context: await world.as(proctor) })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })
})

describe('one student', () => {
  it('is shown with cohorts to administrators, without sign-ins to a proctor of the cohort, and to nobody else', async () => {
    const mine = await get(jenna.id, ana)
    expect(mine).toMatchObject({
      full_name: 'Jenna Park',
      cohort: { id: cohort, name: 'Fall 2025' },
      stays: [{ cohort_name: 'Fall 2025', from_date: '2025-08-25', to_date: null }],
      may_change: true,
      last_sign_in: expect.any(String),
    })
    expect(await get(jenna.id, sam)).toMatchObject({ may_change: true })
    expect(await get(jenna.id, proctor)).toMatchObject({
      full_name: 'Jenna Park',
      may_change: false,
      last_sign_in: null,
      invitations: [],
    })
    for (const [by, id] of [
      [otherProctor, jenna.id],
      [proctor, ben.id],
      [stranger, jenna.id],
      [ana, theirs.id],
      [ana, proctor.id],
    ] as const)
      await expect(get(id, by)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(get(jenna.id, ben)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(get(jenna.id, null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('is no longer the proctor’s once the stay has ended', async () => {
    const gone = await world.person({ role: 'student', school, fullName: 'Gone' })
    await world.rows(
      `insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date, to_date, end_reason) values ($1, $2, $3, '2025-08-25', '2026-01-05', 'withdrew')`,
      [cohort, school, gone.id],
    )
    await expect(get(gone.id, proctor)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  const fields = {
    full_name: 'Jenna R. Park',
    student_number: 'L-7',
    phone: '414',
    graduation_date: '2027-05-15',
  }
  it('is changed with its version, and says who saved first', async () => {
    const { version } = await get(jenna.id, ana)
    const changed = await call(
      api.update,
      { id: jenna.id, version, ...fields },
      { context: await world.as(ana) },
    )
    expect(changed).toMatchObject(fields)
    await expect(
      call(api.update, { id: jenna.id, version, ...fields, phone: null }, { context: await world.as(sam) }),
    ).rejects.toMatchObject({ code: 'CONFLICT', data: { current: { phone: '414' } } })
    const other = await get(ben.id, ana)
    await expect(
      call(api.update, { id: ben.id, version: other.version, ...fields }, { context: await world.as(ana) }),
    ).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('student ID') })
  })

  it('is changed by nobody of another school, no lower role, nobody', async () => {
    const { version } = await get(ben.id, ana)
    for (const by of [stranger, proctor, jenna, ben, null])
      await expect(
        call(api.update, { id: ben.id, version, ...fields }, { context: await world.as(by) }),
      ).rejects.toMatchObject({ code: expect.stringMatching(/NOT_FOUND|FORBIDDEN|UNAUTHORIZED/) })
    // Nor an administrator anybody who is no student of theirs.
    for (const id of [theirs.id, proctor.id, ana.id])
      await expect(
        call(api.update, { id, version: 1, ...fields }, { context: await world.as(ana) }),
      ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await get(ben.id, ana)).full_name).toBe('Ben Fischer')
  })
})
