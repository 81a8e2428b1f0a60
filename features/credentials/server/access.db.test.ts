/** Files and values of a credential, requested by everyone who is not its owner or reviewer. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Documents } from '#features/files/server/public.ts'
import { fileCalls } from '#features/files/server/fake.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import type { Person } from '#database/testing.ts'
import { credentialHandlers } from './handlers.ts'

let at: ShiftFixture
let api: ReturnType<typeof credentialHandlers>
let jenna: Person
let lead: Person
let shift: string
let file: string
let credential: string
let others: Record<string, Person | null>

beforeAll(async () => {
  at = await createShiftFixture()
  api = credentialHandlers({ ...at.fixture, documents: { read: async () => null } })
  const { fixture, school, otherSchool } = at
  jenna = await fixture.person({ role: 'student', school })
  lead = await fixture.person({ role: 'proctor', school })
  shift = await at.published({ proctor_id: lead.id, capacity: 4 })
  await fixture.rows(
    `insert into public.assignments (shift_id, school_id, student_id, during, busy)
     select s.id, s.school_id, $2, tstzrange(s.starts_at, s.ends_at), tstzrange(s.starts_at, s.ends_at) from public.shifts s where s.id = $1`,
    [shift, jenna.id],
  )
  ;[file, credential] = [randomUUID(), randomUUID()]
  await fixture.rows(
    `insert into public.files (id, school_id, owner_id, uploaded_by, purpose, name, status, declared_bytes, mime_type, bytes, sha256, key_id, salt)
     values ($1, $2, $3, $3, 'credential', 'card.pdf', 'kept', 9, 'application/pdf', 9, repeat('0', 64), 'test', decode(repeat('00', 16), 'hex'))`,
    [file, school, jenna.id],
  )
  await fixture.rows(
    `insert into public.credentials (id, school_id, person_id, type_id, values, file_ids)
     select $1, $2, $3, t.id, '{"issued_on": "2026-01-01", "secret": "17"}', array[$4::uuid] from public.credential_types t where t.code = 'BGC'`,
    [credential, school, jenna.id, file],
  )
  const hospital = await fixture.facility({ name: 'Elsewhere' })
  const verifier = await fixture.person({ role: 'facility_admin', facility: hospital })
  await fixture.rows(
    `insert into public.facility_admin_permissions (user_id, facility_id, permission_type) values ($1, $2, 'verifier')`,
    [verifier.id, hospital],
  )
  others = {
    'another student': await fixture.person({ role: 'student', school }),
    'a student of another school': await fixture.person({ role: 'student', school: otherSchool }),
    'another school': await fixture.person({ role: 'school_admin', school: otherSchool }),
    'a proctor without this student': await fixture.person({ role: 'proctor', school }),
    'the proctor of this student': lead,
    'a facility’s verifier of other types': verifier,
    'the people of the facility': at.people.frank,
    nobody: null,
  }
})
afterAll(() => at.fixture.close())

const typeOf = async (code: string) =>
  (
    await at.fixture.rows<{ id: string }>('select id from public.credential_types where code = $1', [code])
  )[0]!.id

it('a file and its salt, values, events and reminders are visible to no one else', async () => {
  const counts = (by: Person | null) =>
    at.fixture.act(by, async (tx) => {
      const { rows } = await sql<Record<string, number | boolean>>`
        select (select count(*) from public.credentials where id = ${credential})::int as rows,
          (select count(*) from public.files where id = ${file})::int as files, app.file_salt(${file}::uuid) is not null as salt,
          (select count(*) from public.credential_events where credential_id = ${credential})::int as events`.execute(
        tx,
      )
      return rows[0]
    })
  for (const by of Object.values(others))
    expect(await counts(by).catch(() => ({ rows: 0, files: 0, salt: false, events: 0 }))).toEqual({
      rows: 0,
      files: 0,
      salt: false,
      events: 0,
    })
  expect(await counts(jenna)).toMatchObject({ rows: 1, files: 1 })
})

it('its file and its pages are downloaded and shown to no one else; another person’s file and a missing one look the same', async () => {
  const files = fileCalls({ ...at.fixture, documents: new Documents(at.fixture) })
  for (const by of Object.values(others)) {
    const context = { context: await at.fixture.as(by) }
    const said = async (id: string) => [
      await call(files.download, { id, reason: 'A look' }, context).catch((error: Error) => error.message),
      await call(files.page, { id, page: 1, reason: 'A look' }, context).catch(
        (error: Error) => error.message,
      ),
    ]
    const found = await said(file)
    expect(found).toEqual([expect.any(String), expect.any(String)])
    expect(found).toEqual(await said(randomUUID()))
  }
  // It cannot be used in another person's submission either.
  const submit = async (by: Person) =>
    call(
      api.submit,
      {
        id: randomUUID(),
        type_id: await typeOf('BLS'),
        values: { issued_on: '2026-01-01' },
        file_ids: [file],
      },
      { context: await at.fixture.as(by) },
    )
  for (const name of ['another student', 'a student of another school', 'the proctor of this student'])
    await expect(submit(others[name]!)).rejects.toMatchObject({ data: { code: 'file.missing' } })
  expect(await at.fixture.rows('select 1 from public.file_openings where file_id = $1', [file])).toEqual([])
})

it('no one else can decide, open or read it, with or without its id', async () => {
  for (const by of Object.values(others)) {
    const context = { context: await at.fixture.as(by) }
    await expect(call(api.get, { id: credential }, context)).rejects.toBeInstanceOf(Error)
    await expect(call(api.open, { id: credential }, context)).rejects.toBeInstanceOf(Error)
    await expect(
      call(api.decide, { id: credential, decision: 'approve' } as never, context),
    ).rejects.toBeInstanceOf(Error)
  }
  expect(await at.fixture.rows('select status from public.credentials where id = $1', [credential])).toEqual([
    { status: 'submitted' },
  ])
})

it('a session of its own cannot change anything that the page would not', async () => {
  const change = (by: Person | null, values: object) =>
    at.fixture.act(by, (tx) =>
      tx.updateTable('credentials').set(values).where('id', '=', credential).executeTakeFirst(),
    )
  for (const by of Object.values(others)) {
    const changed = await change(by, { status: 'approved', issued_on: '2026-01-01' }).catch(() => ({
      numUpdatedRows: 0n,
    }))
    expect(changed.numUpdatedRows).toBe(0n)
  }
  await expect(change(jenna, { status: 'approved', issued_on: '2026-01-01' })).rejects.toBeInstanceOf(Error)
  await expect(change(jenna, { values: '{}' })).rejects.toMatchObject({ code: '42501' })
})

it('the clearance of a shift shows the instructor status and types, never values or files', async () => {
  const found = await call(
    api.ofShift,
    { shift_id: shift, person_ids: [jenna.id] },
    { context: await at.fixture.as(lead) },
  )
  expect(found).toHaveLength(1)
  expect(JSON.stringify(found)).not.toMatch(/secret|card\.pdf/)
  const stranger = others['a proctor without this student']!
  expect(
    await call(
      api.ofShift,
      { shift_id: shift, person_ids: [jenna.id] },
      { context: await at.fixture.as(stranger) },
    ),
  ).toEqual([])
})
