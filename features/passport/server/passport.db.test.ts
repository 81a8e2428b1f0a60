/** A student's passport: one document, shared by a link and sent to the next school; never a restricted result, never a note. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { simplePdf } from '#database/seeds/simple-pdf.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { Documents, objectName } from '#features/files/server/public.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import { hashToken, type Viewer } from '#platform/server/session.ts'
import { privacyCalls } from '#features/privacy/server/fake.ts'
import { passportHandlers } from './handlers.ts'

let fixture: Fixture
let documents: Documents
let api: ReturnType<typeof passportHandlers>
let [school, next] = ['', '']
let types: Record<string, string>
let jenna: Person
let omar: Person
let ana: Person
let rob: Person
let proctor: Person
let frank: Person
let today: string

beforeAll(async () => {
  fixture = await createFixture()
  documents = new Documents(fixture)
  api = passportHandlers({ ...fixture, documents })
  ;[school, next] = [await fixture.school('Lakeshore'), await fixture.school('Prairie')]
  jenna = await fixture.person({ role: 'student', school, fullName: 'Jenna Park' })
  omar = await fixture.person({ role: 'student', school, fullName: 'Omar Reed' })
  ana = await fixture.person({ role: 'school_admin', school })
  rob = await fixture.person({ role: 'school_admin', school: next })
  proctor = await fixture.person({ role: 'proctor', school })
  frank = await fixture.person({
    role: 'facility_admin',
    facility: await fixture.facility({ name: 'Harborview' }),
  })
  const rows = await fixture.rows<{ id: string; code: string }>(
    'select id, code from public.credential_types',
  )
  types = Object.fromEntries(rows.map(({ id, code }) => [code, id]))
  ;[{ today }] = (await fixture.rows<{ today: string }>(
    `select (now() at time zone time_zone)::date::text as today from public.schools where id = $1`,
    [school],
  )) as [{ today: string }]
  await credential('BLS', { issued_on: '2026-03-10', expires_on: later(400) })
  await credential('BGC', { issued_on: '2026-03-10' })
  await credential('TB', { status: 'rejected', reason_code: 'illegible', note: 'SECRET NOTE' })
})
afterAll(async () => {
  await documents.close()
  await fixture.close()
})

const later = (days: number): string =>
  new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
async function credential(code: string, more: Record<string, unknown>): Promise<string> {
  const [id, file, salt] = [randomUUID(), randomUUID(), randomBytes(16)]
  const content = Buffer.from(simplePdf([`${code} of Jenna Park`]))
  await fixture.objects.put(objectName({ id: file, school_id: school, facility_id: null }), salt, content)
  await fixture.rows(
    `insert into public.files (id, school_id, owner_id, uploaded_by, purpose, name, status, declared_bytes, mime_type, bytes, sha256, pages, key_id, salt)
     values ($1, $2, $3, $3, 'credential', 'card.pdf', 'kept', $4, 'application/pdf', $4, $5, 1, $6, $7)`,
    [
      file,
      school,
      jenna.id,
      content.length,
      createHash('sha256').update(content).digest('hex'),
      fixture.objects.keyId,
      salt,
    ],
  )
  const row = {
    status: 'approved',
    issued_on: null,
    expires_on: null,
    reason_code: null,
    note: null,
    ...more,
  }
  await fixture.rows(
    `insert into public.credentials (id, school_id, person_id, type_id, values, file_ids, status, issued_on, expires_on, reason_code, note, reviewed_at)
     values ($1, $2, $3, $4, '{"issued_on": "2026-03-10"}', array[$5::uuid], $6, $7, $8, $9, $10, now())`,
    [
      id,
      school,
      jenna.id,
      types[code],
      file,
      row.status,
      row.issued_on,
      row.expires_on,
      row.reason_code,
      row.note,
    ],
  )
  return id
}
const get = async (by: Person | null) => call(api.get, {}, { context: await fixture.as(by) })
const share = async (by: Person | null, ends_on = later(30), id: string = randomUUID()) =>
  `${new URL((await call(api.share, { id, ends_on }, { context: await fixture.as(by) })).url).searchParams.get('token')}.pdf`
const revoke = async (by: Person | null, id: string) =>
  call(api.revoke, { id }, { context: await fixture.as(by) })
const look = async (file: string, from = '192.0.2.0/24') =>
  call(
    api.look,
    { token: file.replace(/\.pdf$/, '') },
    { context: { ...(await fixture.as(null)), addressBlock: from } },
  )
const read = async (file: string, from = '192.0.2.0/24') =>
  call(api.read, { file }, { context: { ...(await fixture.as(null)), addressBlock: from } })
const pagesOf = async (body: File) => (await PDFDocument.load(await body.arrayBuffer())).getPageCount()
async function textOf(body: File): Promise<string> {
  const found = await documents.read(new Uint8Array(await body.arrayBuffer()), 'application/pdf', {
    me: () => ({ realUserId: ana.id }) as Viewer,
  })
  return found!.text
}

it('is one PDF: a cover with statuses and dates, then the documents of approved credentials', async () => {
  const { body } = await call(api.download, {}, { context: await fixture.as(jenna) })
  expect(await pagesOf(body)).toBe(2)
  const text = await textOf(body)
  expect(text).toContain('Credential passport')
  expect(text).toContain('BLS certification')
  expect(text).toContain('BLS of Jenna Park')
  expect(text).not.toMatch(/SECRET|BGC of|Background check\s+Approved/)
  expect((await get(jenna)).entries.map(({ type_name: name, shown }) => `${name} ${shown}`)).toEqual([
    'BLS certification approved',
    'Tuberculosis screening rejected',
  ])
  const opened = await fixture.rows(
    `select 1 from public.file_openings where opened_by = $1 and reason = 'Credential passport'`,
    [jenna.id],
  )
  expect(opened).toHaveLength(1)
})

it('is refused before any document is opened if they are too large together', async () => {
  const [bls] = await fixture.rows<{ id: string; file_ids: string[] }>(
    `select id, file_ids from public.credentials where type_id = $1`,
    [types['BLS']],
  )
  const scans = [randomUUID(), randomUUID(), randomUUID()]
  await fixture.rows(
    `insert into public.files (id, school_id, owner_id, uploaded_by, purpose, name, status, declared_bytes, mime_type, bytes, sha256, pages, key_id, salt)
     select unnest($2::uuid[]), school_id, owner_id, uploaded_by, purpose, name, status, 15000000, mime_type, 15000000, sha256, 1, key_id, salt
     from public.files where id = $1`,
    [bls!.file_ids[0], scans],
  )
  const nameFiles = async (ids: string[]) =>
    fixture.rows('update public.credentials set file_ids = $2 where id = $1', [bls!.id, ids])
  const openings = async () => (await fixture.rows('select from public.file_openings')).length
  const before = await openings()
  await nameFiles(scans)
  const tooLarge = { data: { code: 'passport.too_large' } }
  await expect(call(api.download, {}, { context: await fixture.as(jenna) })).rejects.toMatchObject(tooLarge)
  await expect(share(jenna)).rejects.toMatchObject(tooLarge)
  expect(await openings()).toBe(before)
  await nameFiles(bls!.file_ids)
})

it('belongs to the student: no one else creates, sees or turns one off', async () => {
  for (const by of [ana, proctor, frank]) {
    await expect(get(by)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(share(by)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
  await expect(get(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(await get(omar)).toMatchObject({ entries: [], links: [], offers: [] })
  await expect(share(omar)).rejects.toMatchObject({ data: { code: 'passport.empty' } })
  const id = randomUUID()
  await share(jenna, later(3), id)
  for (const by of [omar, ana, rob, frank]) {
    const seen = await fixture.act(by, (tx) => tx.selectFrom('passport_links').select('id').execute())
    expect(seen).toEqual([])
  }
  await expect(revoke(omar, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(
    fixture.act(jenna, (tx) => tx.selectFrom('passport_links').select('token_hash').execute()),
  ).rejects.toMatchObject({ code: '42501' })
  await revoke(jenna, id)
})

it('is read by its link until it ends or is turned off, and each opening is recorded', async () => {
  await expect(share(jenna, later(-1))).rejects.toMatchObject({ data: { code: 'passport.days' } })
  await expect(share(jenna, later(181))).rejects.toMatchObject({ data: { code: 'passport.days' } })
  const id = randomUUID()
  const file = await share(jenna, later(30), id)
  // The page of the link names the holder; viewing it does not count as an opening.
  expect(await look(file)).toEqual({ state: 'open', holder: 'Jenna Park', ends_on: later(30) })
  expect((await get(jenna)).links[0]!.openings).toEqual([])
  const { body, headers } = await read(file)
  expect(await pagesOf(body)).toBe(2)
  expect(headers['content-disposition']).toContain('attachment')
  const [link] = (await get(jenna)).links
  expect(link).toMatchObject({ id, state: 'open', openings: [{ address_block: '192.0.2.0/24' }] })
  // After many openings, all are counted and the latest are listed.
  await fixture.rows(
    `insert into public.passport_openings (link_id, school_id, address_block)
     select l.id, l.school_id, '198.51.100.0/24' from public.passport_links l, generate_series(1, 25) where l.id = $1`,
    [id],
  )
  const often = (await get(jenna)).links[0]!
  expect(often.opened).toBe(26)
  expect(often.openings).toHaveLength(20)
  // The address itself is not stored anywhere, and a guess finds nothing.
  const [row] = await fixture.rows<{ all: string }>(
    'select to_jsonb(l)::text as all from public.passport_links l where id = $1',
    [id],
  )
  expect(row!.all).not.toContain(file.slice(0, 43))
  for (const guess of [
    `${randomBytes(32).toString('base64url')}.pdf`,
    `${file}x`,
    '../etc/passwd',
    id,
    `${id}.pdf`,
  ]) {
    await expect(read(guess)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(look(guess)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  const endOn = (day: string) =>
    fixture.rows('update public.passport_links set ends_on = $2 where id = $1', [id, day])
  await endOn(later(-2))
  await expect(read(file)).rejects.toMatchObject({ code: 'GONE' })
  expect(await look(file)).toEqual({ state: 'ended', holder: null, ends_on: later(-2) })
  await endOn(later(2))
  await revoke(jenna, id)
  await revoke(jenna, id)
  await expect(read(file)).rejects.toMatchObject({ code: 'GONE' })
  expect(await look(file)).toMatchObject({ state: 'revoked', holder: null })
  expect((await get(jenna)).links[0]).toMatchObject({ state: 'revoked' })
  const [gone] = await fixture.rows(
    'select f.status, f.salt from public.files f join public.passport_links l on l.file_id = f.id where l.id = $1',
    [id],
  )
  expect(gone).toEqual({ status: 'removed', salt: null })
})

it('PostgreSQL shows a document only to its own link, in the transaction that records the opening, while it is open', async () => {
  const [id, other] = [randomUUID(), randomUUID()]
  const file = await share(jenna, later(5), id)
  await share(jenna, later(6), other)
  const by = <T>(work: (tx: Tx) => Promise<T>, hash = hashToken(file.slice(0, 43))) =>
    withActor(fixture.authPool, hash, work)
  type Work = (tx: Tx) => Promise<unknown>
  const links: Work = (tx) => tx.selectFrom('passport_links').select('id').execute()
  const holders: Work = (tx) => tx.selectFrom('users').select('full_name').execute()
  const salts: Work = (tx) => tx.selectFrom('files').select('salt').execute()
  const keepOpening = (tx: Tx, link: string) =>
    tx
      .insertInto('passport_openings')
      .values({ link_id: link, school_id: school, address_block: '198.18.0.0/24' })
      .execute()
  expect(await by(links)).toEqual([{ id }])
  expect(await by(holders)).toEqual([{ full_name: 'Jenna Park' }])
  // Not before an opening is recorded, nor in another transaction.
  expect(await by(salts)).toEqual([])
  await by((tx) => keepOpening(tx, id))
  expect(await by(salts)).toEqual([])
  const opened = await by(async (tx) => {
    await keepOpening(tx, id)
    return salts(tx)
  })
  expect(opened).toEqual([{ salt: expect.any(Buffer) }])
  await expect(by((tx) => keepOpening(tx, other))).rejects.toMatchObject({ code: '42501' })
  for (const hash of [hashToken('another'), proctor.tokenHash, jenna.tokenHash])
    for (const seen of [links, holders, salts]) {
      const rows = await by(seen, hash)
      // With her own session, she can read her row to choose whether she is on the lists of students.
      expect(rows).toEqual(seen === holders && hash === jenna.tokenHash ? [{ full_name: 'Jenna Park' }] : [])
    }
  const closed: Work[] = [
    (tx) => tx.selectFrom('passport_links').select('token_hash').execute(),
    (tx) => tx.selectFrom('passport_openings').select('address_block').execute(),
    (tx) =>
      tx
        .updateTable('passport_links')
        .set({ ends_on: later(99) })
        .execute(),
  ]
  for (const work of closed) await expect(by(work)).rejects.toMatchObject({ code: '42501' })
  // The application's login, which acts for people, opens nothing with it.
  const asPeople = (work: Work) => withActor(fixture.pool, hashToken(file.slice(0, 43)), work)
  expect(await asPeople(links)).toEqual([])
  await expect(asPeople(salts)).rejects.toMatchObject({ code: '42501' })
  for (const close of [
    `update public.users set status = 'deactivated' where id = '${jenna.id}'`,
    `update public.passport_links set ends_on = current_date - 3 where id = '${id}'`,
    `update public.passport_links set revoked_at = now() where id = '${id}'`,
  ]) {
    await fixture.rows(close)
    expect(await by(links)).toEqual([{ id }])
    expect(await by(holders)).toEqual([])
    await expect(by((tx) => keepOpening(tx, id))).rejects.toMatchObject({ code: '42501' })
    await fixture.rows(`update public.users set status = 'active' where id = $1`, [jenna.id])
  }
  await fixture.rows(`update public.passport_links set revoked_at = now() where id = $1`, [other])
})

it('people who opened a link are in the student’s own access log, and its export', async () => {
  const file = await share(jenna, later(9))
  await read(file, '203.0.113.0/24')
  const rowsOf = async (by: Person, student_id?: string) =>
    call(
      privacyCalls(fixture).exportDisclosures,
      { q: '203.0.113', ...(student_id && { student_id }) },
      { context: await fixture.as(by) },
    )
  expect(await rowsOf(jenna)).toEqual([
    expect.objectContaining({
      seen_as: 'link',
      facility_name: '203.0.113.0/24',
      shift_date: null,
      fields: ['credentials'],
    }),
  ])
  const { total } = await call(
    privacyCalls(fixture).disclosures,
    { q: '203.0.113', page: 1 },
    { context: await fixture.as(jenna) },
  )
  expect(total).toBe(1)
  expect(await rowsOf(omar)).toEqual([])
  for (const by of [ana, rob]) expect(await rowsOf(by, jenna.id)).toEqual([])
})

it('a link can be followed sixty times an hour; a reading that is refused is not recorded', async () => {
  const id = randomUUID()
  const file = await share(jenna, later(9), id)
  for (let times = 0; times < 60; times += 1) await look(file)
  await expect(read(file)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect((await get(jenna)).links.find((link) => link.id === id)).toMatchObject({ opened: 0, openings: [] })
})

it('links can be guessed at most twenty times a minute', async () => {
  const guess = async () =>
    read(`${randomBytes(32).toString('base64url')}.pdf`, '198.51.100.0/24').catch(
      (error: { code: string }) => error.code,
    )
  const codes = []
  for (let tries = 0; tries < 22; tries += 1) codes.push(await guess())
  expect(codes.slice(0, 20).every((code) => code === 'NOT_FOUND')).toBe(true)
  expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS')
})

it('sends the next school what the first approved, as the student decides; nothing restricted, no note', async () => {
  const carry = async (by: Person, from_id: string, id: string = randomUUID()) =>
    call(api.carry, { id, from_id }, { context: await fixture.as(by) })
  const [bls] = await fixture.rows<{ id: string }>(
    `select id from public.credentials where person_id = $1 and type_id = $2`,
    [jenna.id, types['BLS']],
  )
  const [bgc] = await fixture.rows<{ id: string }>(
    `select id from public.credentials where person_id = $1 and type_id = $2`,
    [jenna.id, types['BGC']],
  )
  await expect(carry(jenna, bls!.id)).rejects.toMatchObject({ data: { code: 'passport.missing' } })
  // In the evening of March 10 at her school.
  await fixture.rows(`update public.credentials set reviewed_at = '2026-03-11T02:00:00Z' where id = $1`, [
    bls!.id,
  ])
  // She moves to the next school.
  await fixture.rows('update public.users set linked_school_id = $2 where id = $1', [jenna.id, next])
  await fixture.rows(
    'insert into public.school_members (user_id, school_id) values ($1, $2) on conflict do nothing',
    [jenna.id, next],
  )
  expect((await get(jenna)).offers).toEqual([
    expect.objectContaining({
      credential_id: bls!.id,
      type_name: 'BLS certification',
      school_name: 'Lakeshore',
      approved_on: '2026-03-10',
    }),
  ])
  await expect(carry(jenna, bgc!.id)).rejects.toMatchObject({ data: { code: 'passport.restricted' } })
  await expect(carry(omar, bls!.id)).rejects.toMatchObject({ data: { code: 'passport.missing' } })
  // A credential still pending at her former school does not prevent sending it to the next one.
  await fixture.rows(
    `insert into public.credentials (school_id, person_id, type_id, status) select school_id, person_id, type_id, 'submitted' from public.credentials where id = $1`,
    [bls!.id],
  )
  const id = randomUUID()
  await carry(jenna, bls!.id, id)
  await carry(jenna, bls!.id, id)
  await expect(carry(jenna, bls!.id)).rejects.toMatchObject({ data: { code: 'passport.waiting' } })
  expect((await get(jenna)).offers).toEqual([])
  const see = (by: Person) =>
    fixture.act(by, (tx) =>
      tx
        .selectFrom('credentials')
        .select(['id', 'note', 'status', 'carried', 'file_ids'])
        .where('person_id', '=', jenna.id)
        .execute(),
    )
  const [row, ...others] = await see(rob)
  expect(others).toEqual([])
  expect(row).toMatchObject({
    id,
    note: null,
    status: 'submitted',
    carried: { school_name: 'Lakeshore', approved_on: '2026-03-10', expires_on: later(400) },
  })
  const files = await fixture.act(rob, (tx) => tx.selectFrom('files').select('id').execute())
  expect(files.map((file) => file.id)).toEqual(row!.file_ids)
})
