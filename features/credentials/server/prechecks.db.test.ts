/** What is read from documents before a reviewer sees them, and what may then be approved together. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { objectName } from '#features/files/server/public.ts'
import { withTimeLimit } from '#platform/server/time-left.ts'
import type { Reading } from '../rules.ts'
import { credentialHandlers } from './handlers.ts'

let fixture: Fixture
let api: ReturnType<typeof credentialHandlers>
let school: string
let ana: Person
let stranger: Person
let types: Record<string, string>
let reads = 0
const CARD = (name: string) => `BASIC LIFE SUPPORT\n${name}\nIssue date: 03/10/2026`

beforeAll(async () => {
  fixture = await createFixture()
  // A document's text is its content here: reading is tested with the files.
  const read = async (bytes: Uint8Array): Promise<Reading | null> => {
    reads += 1
    const text = Buffer.from(bytes).toString()
    if (text === 'broken') throw new Error('no document')
    return { text, confidence: 95 }
  }
  api = credentialHandlers({ ...fixture, documents: { read } })
  school = await fixture.school('Lakeshore')
  ana = await fixture.person({ role: 'school_admin', school, fullName: 'Ana Morales' })
  stranger = await fixture.person({ role: 'school_admin', school: await fixture.school('Prairie') })
  const rows = await fixture.rows<{ id: string; code: string }>(
    'select id, code from public.credential_types',
  )
  types = Object.fromEntries(rows.map(({ id, code }) => [code, id]))
})
afterAll(() => fixture.close())

async function upload(owner: Person, text: string): Promise<string> {
  const id = randomUUID()
  const salt = randomBytes(16)
  const content = Buffer.from(text)
  await fixture.objects.put(objectName({ id, school_id: school, facility_id: null }), salt, content)
  await fixture.rows(
    `insert into public.files (id, school_id, owner_id, uploaded_by, purpose, name, status, declared_bytes, mime_type, bytes, sha256, pages, key_id, salt)
     values ($1, $2, $3, $3, 'credential', 'card.pdf', 'ready', $4, 'application/pdf', $4, $5, 1, $6, $7)`,
    [
      id,
      school,
      owner.id,
      content.length,
      createHash('sha256').update(content).digest('hex'),
      fixture.objects.keyId,
      salt,
    ],
  )
  return id
}
const student = async (fullName: string) => fixture.person({ role: 'student', school, fullName })
const values = { issued_on: '2026-03-10', provider: 'American Heart Association' }
const send = async (by: Person, file: string, code = 'BLS', more: object = {}) =>
  call(
    api.submit,
    { id: randomUUID(), type_id: types[code]!, values, file_ids: [file], ...more },
    { context: await fixture.as(by) },
  )
const several = async (by: Person | null, ids: string[]) =>
  call(api.approveSeveral, { ids }, { context: await fixture.as(by) })
const statusOf = async (id: string) =>
  (await fixture.rows<{ status: string }>('select status from public.credentials where id = $1', [id]))[0]!
    .status

it('a document is read before it is sent, once, and the result is kept with the submission; no one else’s file is read', async () => {
  const jenna = await student('Jenna Park')
  const file = await upload(jenna, CARD('Jenna Park'))
  const check = async (by: Person | null, id = file) =>
    call(api.precheck, { type_id: types['BLS']!, file_ids: [id] }, { context: await fixture.as(by) })
  const precheck = {
    type_match: 'yes',
    is_readable: true,
    name_match: 'yes',
    dates: ['2026-03-10'],
    confidence: 95,
  }
  expect(await check(jenna)).toEqual({ precheck, fills: { issued_on: '2026-03-10' } })
  expect(reads).toBe(1)
  expect((await send(jenna, file)).precheck).toEqual(precheck)
  expect(reads).toBe(1)
  const omar = await student('Omar Reed')
  for (const by of [omar, await fixture.person({ role: 'proctor', school })])
    await expect(check(by)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const by of [ana, stranger]) await expect(check(by)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(check(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  // An unreadable document can still be sent.
  const broken = await upload(omar, 'broken')
  expect(await check(omar, broken)).toEqual({ precheck: null, fills: {} })
  expect(await send(omar, broken)).toMatchObject({ status: 'submitted', precheck: null })
})

it('a document that is read only as it is sent is sent once, also if the call is repeated; its content is not kept with the answer', async () => {
  const lee = await student('Lee Again')
  const file = await upload(lee, CARD('Lee Again'))
  const id = randomUUID()
  const first = await send(lee, file, 'BLS', { id })
  expect(await send(lee, file, 'BLS', { id })).toEqual(first)
  const kept = await fixture.rows<{ answer: unknown }>(
    'select answer from public.idempotency_keys where user_id = $1',
    [lee.id],
  )
  expect(kept.map(({ answer }) => (answer as { id?: string }).id)).toEqual([id])
})

it('several can be approved together if everything was found on each: all of them or none', async () => {
  const names = ['Bulk One', 'Bulk Two', 'Bulk Three']
  const sent: string[] = []
  for (const name of names) {
    const one = await student(name)
    sent.push((await send(one, await upload(one, CARD(name === 'Bulk Three' ? 'Somebody Else' : name)))).id)
  }
  const [one, two, three] = sent as [string, string, string]
  const { rows } = await call(api.queue, { q: 'Bulk' }, { context: await fixture.as(ana) })
  expect(rows.filter((row) => row.is_prechecked).map((row) => row.student_name)).toEqual([
    'Bulk One',
    'Bulk Two',
  ])
  await expect(several(ana, [one, two, three])).rejects.toMatchObject({
    data: { code: 'credential.bulk_unchecked' },
  })
  expect(await statusOf(one)).toBe('submitted')
  await expect(several(stranger, [one, two])).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(several(null, [one, two])).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  const grace = await fixture.person({ role: 'school_super_admin', school, fullName: 'Grace Dean' })
  await call(api.open, { id: one }, { context: await fixture.as(grace) })
  await expect(several(ana, [one, two])).rejects.toMatchObject({
    message: expect.stringContaining('Grace Dean'),
  })
  expect(await statusOf(two)).toBe('submitted')
  // Two people at once: one approves, the other reads that it is done.
  await fixture.rows('update public.credentials set locked_until = null, locked_by = null where id = $1', [
    one,
  ])
  const both = await Promise.allSettled([several(ana, [one, two]), several(grace, [two, one])])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect([await statusOf(one), await statusOf(two), await statusOf(three)]).toEqual([
    'approved',
    'approved',
    'submitted',
  ])
})

it('as many are approved as time allows: the others are unchanged, and approved next time', async () => {
  const sent: string[] = []
  for (const name of ['Hurry One', 'Hurry Two']) {
    const one = await student(name)
    sent.push((await send(one, await upload(one, CARD(name)))).id)
  }
  const { rows } = await withTimeLimit(1_900, () => several(ana, sent))
  expect(rows).toHaveLength(1)
  const [left] = sent.filter((id) => id !== rows[0]!.id)
  expect([await statusOf(rows[0]!.id), await statusOf(left!)]).toEqual(['approved', 'submitted'])
  expect(await several(ana, [left!])).toEqual({ rows: [{ id: left }] })
})

it('prechecks are never enough for a restricted result', async () => {
  const one = await student('Result One')
  const { id } = await send(one, await upload(one, 'Background check of Result One, 03/10/2026'), 'BGC', {
    values: { issued_on: '2026-03-10', result: 'clear' },
  })
  await expect(several(ana, [id])).rejects.toMatchObject({ data: { code: 'credential.bulk_unchecked' } })
})
