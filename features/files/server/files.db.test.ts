import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { withActor } from '#platform/server/actor.ts'
import { ObjectStore } from '#platform/server/object-store.ts'
import { clearFiles } from './commands/clear-files.ts'
import { recordFileOpenings } from './commands/note-openings.ts'
import { resealFiles } from './commands/reseal-files.ts'
import { Documents } from './documents.ts'
import { fileHandlers } from './handlers.ts'
import { deleteFile, keepFiles, openFile, readFile, storeFile } from './public.ts'

const pdf = Buffer.from('%PDF-1.7 a card with a date')

let fixture: Fixture
let school: string
let ana: Person
let ben: Person
let coordinator: Person
let strangers: (Person | null)[]
let documents: Documents
let api: ReturnType<typeof fileHandlers>

beforeAll(async () => {
  fixture = await createFixture()
  documents = new Documents(fixture)
  api = fileHandlers({ ...fixture, documents })
  school = await fixture.school('Lake School')
  const other = await fixture.school('Hill School')
  ana = await fixture.person({ role: 'student', school, fullName: 'Ana Student' })
  ben = await fixture.person({ role: 'student', school })
  coordinator = await fixture.person({ role: 'school_admin', school, fullName: 'Cora Coordinator' })
  strangers = [
    ben,
    await fixture.person({ role: 'proctor', school }),
    await fixture.person({ role: 'student', school: other }),
    await fixture.person({ role: 'school_admin', school: other }),
    await fixture.person({ role: 'facility_admin', facility: await fixture.facility() }),
    await fixture.person({ role: 'student', school, status: 'pending' }),
    await fixture.person({ role: 'superadmin' }),
    null,
  ]
  // Like a feature that shows the files of its purpose to their reviewers.
  await fixture.rows(`create policy reviewers_see on public.files for select to app_rw
    using (purpose = 'credential' and school_id = (select app.school_id()) and (select app.is_school_admin()))`)
  await fixture.rows(`create policy reviewers_change on public.files for update to app_rw
    using (purpose = 'credential' and school_id = (select app.school_id()) and (select app.is_school_admin()))
    with check (purpose = 'credential' and school_id = (select app.school_id()) and (select app.is_school_admin()))`)
})
afterAll(async () => {
  await documents.close()
  await fixture.close()
})

const card = () => ({
  schoolId: school,
  ownerId: ana.id,
  purpose: 'credential' as const,
  name: 'Hep B card.pdf',
  type: 'application/pdf' as const,
  content: pdf,
})
const store = (who: Person, file: Partial<Parameters<typeof storeFile>[2]> = {}) =>
  fixture.act(who, (tx) => storeFile(fixture, tx, { ...card(), ...file }))
const download = async (who: Person | null, id: string, reason = 'Review of a credential') =>
  call(api.download, { id, reason }, { context: await fixture.as(who) })
const read = async (who: Person, id: string): Promise<string> => (await download(who, id)).body.text()
const objectOf = (id: string) => fixture.storage.get(`${school}/${id}`)
const missing = { code: expect.stringMatching(/^(NOT_FOUND|FORBIDDEN|UNAUTHORIZED)$/) }
const trailOf = async (id: string) => {
  await withActor(fixture.workerPool, null, recordFileOpenings)
  return fixture.rows(
    `select kind, what, actor_name, reason, student_ids, school_id from public.access_events where subject_id = $1 order by id`,
    [id],
  )
}

describe('a file', () => {
  it('is stored encrypted in the folder of its school, and opened complete by its owner', async () => {
    const id = await store(ana)
    expect((await objectOf(id))!.includes('card')).toBe(false)
    expect(await read(ana, id)).toBe(pdf.toString())
    expect(
      await fixture.rows(
        'select school_id, owner_id, uploaded_by, status, mime_type, bytes, key_id, sha256 from public.files where id = $1',
        [id],
      ),
    ).toEqual([
      {
        school_id: school,
        owner_id: ana.id,
        uploaded_by: ana.id,
        status: 'kept',
        mime_type: 'application/pdf',
        bytes: pdf.length,
        key_id: 'test',
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
  })

  it('is always downloaded, never displayed, whatever its name is', async () => {
    const { headers, body } = await download(ana, await store(ana, { name: '../../é"<x>.html' }))
    expect(headers).toEqual({
      'content-disposition': `attachment; filename="_x.html.pdf"; filename*=UTF-8''%C3%A9x.html.pdf`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    })
    expect([body.name, body.type]).toEqual(['éx.html.pdf', 'application/pdf'])
  })

  it('does not exist for anyone else: another student, another school, a facility, a visitor, a guessed id', async () => {
    const id = await store(ana)
    const other = await store(ana, { purpose: 'evidence' })
    for (const stranger of strangers) {
      await expect(download(stranger, id)).rejects.toMatchObject(missing)
      await expect(fixture.act(stranger, (tx) => deleteFile(tx, id))).rejects.toMatchObject({
        code: expect.stringMatching(/^(file.missing|42501)$/),
      })
      const seen = await fixture
        .act(stranger, (tx) => tx.selectFrom('files').select('id').execute())
        .catch(() => [])
      expect(seen).toEqual([])
    }
    // The policy of one purpose opens no file of another.
    expect(await read(coordinator, id)).toBe(pdf.toString())
    await expect(download(coordinator, other)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const guessed = await download(ben, randomUUID()).catch((error: unknown) => error)
    expect(await download(ben, id).catch((error: unknown) => error)).toEqual(guessed)
  })

  it('is in the trail with who opened it and why; views by its owner are not', async () => {
    const id = await store(ana)
    await read(ana, id)
    expect(await trailOf(id)).toEqual([])
    await download(coordinator, id, 'Renewal in doubt')
    expect(await trailOf(id)).toEqual([
      {
        kind: 'export',
        what: 'file',
        actor_name: 'Cora Coordinator',
        reason: 'Renewal in doubt',
        student_ids: [ana.id],
        school_id: school,
      },
    ])
    const openings = await fixture.act(ana, (tx) =>
      tx
        .selectFrom('file_openings')
        .select(['opened_by', 'reason'])
        .where('file_id', '=', id)
        .orderBy('id')
        .execute(),
    )
    expect(openings).toEqual([
      { opened_by: ana.id, reason: 'Review of a credential' },
      { opened_by: coordinator.id, reason: 'Renewal in doubt' },
    ])
    await expect(download(coordinator, id, '  ')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('is read from the store after its opening is recorded, without a connection or the slot of the request', async () => {
    const id = await store(ana)
    const steps: unknown[] = []
    const get = async (name: string) => {
      steps.push((await fixture.rows('select from public.file_openings where file_id = $1', [id])).length)
      return fixture.storage.get(name)
    }
    const keys = { current: fixture.objects.keyId, keys: fixture.objectKeys }
    const slow = fileHandlers({ objects: new ObjectStore({ ...fixture.storage, get }, keys), documents })
    const context = { ...(await fixture.as(ana)), endAdmission: () => steps.push('left') }
    const { body } = await call(slow.download, { id, reason: 'My own' }, { context })
    expect(Buffer.from(await body.arrayBuffer())).toEqual(pdf)
    expect(steps).toEqual(['left', 1])
  })

  it('has the pages of one view on one line of the trail', async () => {
    const id = await store(ana)
    const look = (reason: string) =>
      fixture.act(coordinator, (tx) => openFile(tx, { id, what: 'pages', reason }))
    await look('Review')
    await look('Review')
    await look('Appeal')
    // By any number of processes, each opening once; a trail entry is final.
    await Promise.all([1, 2, 3].map(() => withActor(fixture.workerPool, null, recordFileOpenings)))
    expect(
      (
        await fixture.workerPool.query(
          `update public.file_openings set noted_at = now() where file_id = $1`,
          [id],
        )
      ).rowCount,
    ).toBe(0)
    expect((await trailOf(id)).map(({ kind, reason }) => [kind, reason])).toEqual([
      ['view', 'Review'],
      ['view', 'Appeal'],
    ])
  })

  it('is not opened under an overlong request id, which the worker would read before every other opening', async () => {
    const id = await store(ana)
    await expect(
      fixture.act(ana, (tx) =>
        openFile(tx, { id, what: 'download', reason: 'Review', requestId: 'x'.repeat(1_000) }),
      ),
    ).rejects.toMatchObject({ code: '42501' })
  })

  it('gives its salt to no statement without a trail entry', async () => {
    const id = await store(ana)
    const saltOf = (who: Person) =>
      fixture.act(
        who,
        async (tx) =>
          (await sql<{ salt: Buffer | null }>`select app.file_salt(${id}) as salt`.execute(tx)).rows,
      )
    await expect(
      fixture.act(ana, (tx) => sql`select salt from public.files`.execute(tx)),
    ).rejects.toMatchObject({
      code: '42501',
    })
    expect(await saltOf(ana)).toEqual([{ salt: null }])
    // Nor is an opening valid in a second transaction, or for someone else.
    await read(ana, id)
    await read(coordinator, id)
    expect(await saltOf(ana)).toEqual([{ salt: null }])
    expect(await saltOf(coordinator)).toEqual([{ salt: null }])
    const forge = (who: Person, columns: string, values: string) =>
      fixture.act(who, (tx) =>
        sql
          .raw(
            `insert into public.file_openings (file_id, what, reason${columns}) values ('${id}', 'pages', 'Why not'${values})`,
          )
          .execute(tx),
      )
    await expect(forge(ben, '', '')).rejects.toMatchObject({ code: '42501' })
    await expect(forge(ana, ', opened_by', `, '${ben.id}'`)).rejects.toMatchObject({ code: '42501' })
    await expect(forge(ana, ', noted_at', ', now()')).rejects.toMatchObject({ code: '42501' })
  })

  it('cannot be read from the moment it is removed, not even from a copy of the store', async () => {
    const id = await store(ana)
    const copy = (await objectOf(id))!
    await fixture.act(ana, (tx) => deleteFile(tx, id))
    await fixture.act(ana, (tx) => deleteFile(tx, id))
    await expect(download(ana, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await fixture.rows('select status, salt from public.files where id = $1', [id])).toEqual([
      { status: 'removed', salt: null },
    ])
    await withActor(fixture.workerPool, null, (tx) => clearFiles(fixture, tx))
    expect(await objectOf(id)).toBeNull()
    await fixture.storage.put(`${school}/${id}`, copy)
    await expect(fixture.objects.get(`${school}/${id}`, Buffer.alloc(0))).rejects.toThrow('authenticate')
    expect(await withActor(fixture.workerPool, null, (tx) => clearFiles(fixture, tx))).toBe(0)
  })

  it('stays with its object if the transaction that removes it is undone', async () => {
    const id = await store(ana)
    await fixture
      .act(ana, async (tx) => {
        await deleteFile(tx, id)
        throw new Error('undone')
      })
      .catch(() => {})
    await withActor(fixture.workerPool, null, (tx) => clearFiles(fixture, tx))
    expect(await read(ana, id)).toBe(pdf.toString())
  })

  it('keeps the content, owner, school and status that PostgreSQL knows, no matter who writes', async () => {
    const id = await store(ana)
    const change = (set: string) =>
      fixture.act(coordinator, (tx) =>
        sql.raw(`update public.files set ${set} where id = '${id}'`).execute(tx),
      )
    for (const set of [`mime_type = 'image/png'`, `salt = null`, `key_id = 'x'`, `owner_id = '${ben.id}'`])
      await expect(change(set)).rejects.toMatchObject({ code: 'PW409', message: 'file.settled' })
    for (const set of [`status = 'uploading'`, `status = 'ready'`])
      await expect(change(set)).rejects.toMatchObject({ code: 'PW409', message: 'step.illegal' })
    for (const set of [`school_id = null`, `purpose = 'evidence'`, `uploaded_by = '${ben.id}'`])
      await expect(change(set)).rejects.toMatchObject({ code: '42501' })
    await expect(
      store(ana, {
        schoolId: (
          await fixture.rows<{ id: string }>(`select id from public.schools where name = 'Hill School'`)
        )[0]!.id,
      }),
    ).rejects.toMatchObject({ code: '42501' })
    await expect(store(strangers[2]!, {})).rejects.toMatchObject({ code: '42501' })
  })
})

describe('an upload', () => {
  const ready = async (who: Person, purpose = 'credential'): Promise<string> => {
    const id = randomUUID()
    await fixture.rows(
      `insert into public.files (id, school_id, owner_id, uploaded_by, purpose, name, status, declared_bytes, mime_type, bytes, sha256, key_id, salt)
       values ($1, $2, $3, $3, $4, 'Card.pdf', 'ready', 8, 'application/pdf', 8, repeat('a', 64), 'test', decode(repeat('00', 16), 'hex'))`,
      [id, school, who.id, purpose],
    )
    return id
  }
  const keep = (who: Person, ids: string[], ownerId = who.id) =>
    fixture.act(who, (tx) => keepFiles(tx, ids, { purpose: 'credential', ownerId }))
  const stateOf = (id: string) =>
    fixture.rows('select status, owner_id from public.files where id = $1', [id])

  it('is kept with the form that names it, by its owner or the person whose record it is; twice is the same as once', async () => {
    const id = await ready(ana)
    await keep(ana, [id])
    await keep(ana, [id])
    expect(await stateOf(id)).toEqual([{ status: 'kept', owner_id: ana.id }])
    const behalf = await ready(coordinator)
    await keep(coordinator, [behalf], ana.id)
    expect(await stateOf(behalf)).toEqual([{ status: 'kept', owner_id: ana.id }])
  })

  it('is kept by no one else, for no other purpose, and not with another school’s person as its owner', async () => {
    const id = await ready(ana)
    await expect(keep(ben, [id])).rejects.toMatchObject({ code: 'file.missing' })
    const evidence = await ready(ana, 'evidence')
    await expect(keep(ana, [evidence])).rejects.toMatchObject({ code: 'file.missing' })
    await expect(keep(ana, [id, randomUUID()])).rejects.toMatchObject({ code: 'file.missing' })
    await expect(keep(ana, [id], strangers[2]!.id)).rejects.toMatchObject({ code: '42501' })
    expect(await stateOf(id)).toEqual([{ status: 'ready', owner_id: ana.id }])
    // What is part of a student's record does not become a document for everyone, though the school may read it.
    await keep(ana, [id])
    await expect(keep(coordinator, [id])).rejects.toMatchObject({ code: 'file.missing' })
    expect(await stateOf(id)).toEqual([{ status: 'kept', owner_id: ana.id }])
  })

  it('that no one keeps is removed after two days, with its object', async () => {
    const [old, young, kept] = [await ready(ana), await ready(ana), await store(ana)]
    await fixture.rows(`update public.files set created_at = now() - interval '3 days' where id = any ($1)`, [
      [old, kept],
    ])
    await fixture.storage.put(`${school}/${old}`, pdf)
    // A part that stayed because the process ended before it was removed.
    await fixture.storage.put(`${school}/${old}-0`, pdf)
    await withActor(fixture.workerPool, null, (tx) => clearFiles(fixture, tx))
    expect([await objectOf(old), await objectOf(`${old}-0`)]).toEqual([null, null])
    expect((await stateOf(old))[0]!['status']).toBe('removed')
    expect((await stateOf(young))[0]!['status']).toBe('ready')
    expect((await stateOf(kept))[0]!['status']).toBe('kept')
  })
})

describe('a new key', () => {
  it('re-encrypts every file, and each stays readable meanwhile', async () => {
    const id = await store(ana)
    const next = Buffer.alloc(32, 7)
    const objects = new ObjectStore(fixture.storage, {
      current: 'next',
      keys: new Map([...fixture.objectKeys, ['next', next]]),
    })
    const reseal = () => withActor(fixture.workerPool, null, (tx) => resealFiles({ objects }, tx))
    const broken = await store(ana)
    await fixture.storage.put(`${school}/${broken}`, pdf)
    while ((await reseal()).resealed > 0);
    const { resealed, unreadable } = await reseal()
    expect([resealed, unreadable.includes(broken), unreadable.includes(id)]).toEqual([0, true, false])
    expect(await fixture.rows('select key_id from public.files where id = $1', [id])).toEqual([
      { key_id: 'next' },
    ])
    expect((await objectOf(id))!.subarray(5, 9).toString()).toBe('next')
    const only = new ObjectStore(fixture.storage, { current: 'next', keys: new Map([['next', next]]) })
    const opened = await fixture.act(ana, (tx) => openFile(tx, { id, what: 'download', reason: 'My own' }))
    expect(await readFile({ objects: only }, {}, opened)).toEqual(pdf)
  })
})
