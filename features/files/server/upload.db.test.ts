import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { withActor } from '#platform/server/actor.ts'
import { ObjectStore } from '#platform/server/object-store.ts'
import { withTimeLimit } from '#platform/server/time-left.ts'
import { CHUNK_BYTES } from '#core/file-limits.ts'
import { MAX_FILE_BYTES } from '#core/file-limits.ts'
import { pdf, picture } from '../fake.ts'
import { clearFiles } from './commands/clear-files.ts'
import { Documents } from './documents.ts'
import { fileHandlers } from './handlers.ts'
import { keepFiles } from './public.ts'

/** A PDF of three parts: its last stream is random bytes that nothing unpacks. */
const card = pdf({ stream: randomBytes(2.5 * CHUNK_BYTES), filter: '/DCTDecode' })

let fixture: Fixture
let school: string
let ana: Person
let strangers: (Person | null)[]
let documents: Documents
let api: ReturnType<typeof fileHandlers>

beforeAll(async () => {
  fixture = await createFixture()
  documents = new Documents(fixture)
  api = fileHandlers({ ...fixture, documents })
  school = await fixture.school()
  ana = await fixture.person({ role: 'student', school })
  strangers = [
    await fixture.person({ role: 'student', school }),
    await fixture.person({ role: 'school_admin', school }),
    await fixture.person({ role: 'student', school: await fixture.school() }),
    await fixture.person({ role: 'facility_admin', facility: await fixture.facility() }),
    null,
  ]
})
afterAll(async () => {
  await documents.close()
  await fixture.close()
})

const as = async (who: Person | null) => ({ context: await fixture.as(who) })
const begin = async (who: Person | null, id: string, name = 'Card.pdf', bytes = card.length) =>
  call(api.begin, { id, name, bytes, purpose: 'credential' }, await as(who))
const append = async (who: Person | null, id: string, chunk: number, bytes = partOf(card, chunk)) =>
  call(api.append, { id, chunk, content: bytes.toString('base64') }, await as(who))
const finish = async (who: Person | null, id: string) => call(api.finish, { id }, await as(who))
const partOf = (bytes: Buffer, chunk: number) =>
  bytes.subarray(chunk * CHUNK_BYTES, (chunk + 1) * CHUNK_BYTES)
const upload = async (who: Person, name: string, bytes: Buffer): Promise<string> => {
  const id = randomUUID()
  await begin(who, id, name, bytes.length)
  for (let chunk = 0; chunk * CHUNK_BYTES < bytes.length; chunk++)
    await append(who, id, chunk, partOf(bytes, chunk))
  await finish(who, id)
  return id
}
const refusal = (code: string) => ({ data: { code } })
const missing = { code: expect.stringMatching(/^(NOT_FOUND|UNAUTHORIZED|FORBIDDEN)$/) }

describe('an upload', () => {
  it('comes in parts, continues after a lost connection, and is checked at its end', async () => {
    const id = randomUUID()
    expect(await begin(ana, id)).toMatchObject({ status: 'uploading', received_chunks: 0, mime_type: null })
    expect(await append(ana, id, 0)).toEqual({ received_chunks: 1 })
    // The answer was lost: the browser asks for the progress, and sends again what may be missing.
    expect(await begin(ana, id)).toMatchObject({ received_chunks: 1 })
    expect(await append(ana, id, 0)).toEqual({ received_chunks: 1 })
    await expect(append(ana, id, 2)).rejects.toMatchObject(refusal('file.out_of_order'))
    await expect(finish(ana, id)).rejects.toMatchObject(refusal('file.out_of_order'))
    await append(ana, id, 1)
    await append(ana, id, 2)
    const ended = {
      id,
      name: 'Card.pdf',
      status: 'ready',
      mime_type: 'application/pdf',
      bytes: card.length,
      pages: 1,
    }
    expect(await finish(ana, id)).toMatchObject(ended)
    expect(await finish(ana, id)).toMatchObject(ended)
    await expect(append(ana, id, 2)).rejects.toMatchObject(refusal('file.settled'))
    const { body } = await call(api.download, { id, reason: 'My own' }, await as(ana))
    expect(Buffer.from(await body.arrayBuffer()).equals(card)).toBe(true)
    for (const chunk of [0, 1, 2]) expect(await fixture.storage.get(`${school}/${id}-${chunk}`)).toBeNull()
  })

  it('sent twice at once is one', async () => {
    const id = randomUUID()
    await Promise.all([begin(ana, id), begin(ana, id)])
    for (const chunk of [0, 1, 2]) await Promise.all([append(ana, id, chunk), append(ana, id, chunk)])
    const [one, two] = await Promise.all([finish(ana, id), finish(ana, id)])
    expect(one).toEqual(two)
    const { body } = await call(api.download, { id, reason: 'My own' }, await as(ana))
    expect(body.size).toBe(card.length)
  })

  it('ends well although the store is slow and its request has no time left', async () => {
    const id = randomUUID()
    await begin(ana, id)
    for (const chunk of [0, 1, 2]) await append(ana, id, chunk)
    const put = async (name: string, bytes: Uint8Array) => {
      await setTimeout(600)
      return fixture.storage.put(name, bytes)
    }
    const keys = { current: fixture.objects.keyId, keys: fixture.objectKeys }
    const objects = new ObjectStore({ ...fixture.storage, put }, keys)
    const slow = fileHandlers({ objects, documents })
    const context = await fixture.as(ana)
    const ended = await withTimeLimit(2_650, () => call(slow.finish, { id }, { context }))
    expect(ended).toMatchObject({ status: 'ready' })
  })

  it('waits for its turn while others are being stored, so that a store that hangs leaves connections for everything else', async () => {
    const bytes = pdf({})
    const ids = Array.from({ length: 5 }, () => randomUUID())
    for (const id of ids) {
      await begin(ana, id, 'Card.pdf', bytes.length)
      await append(ana, id, 0, bytes)
    }
    let now = 0
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    const put = async (name: string, content: Uint8Array) => {
      now++
      await answered
      return fixture.storage.put(name, content)
    }
    const keys = { current: fixture.objects.keyId, keys: fixture.objectKeys }
    const slow = fileHandlers({ objects: new ObjectStore({ ...fixture.storage, put }, keys), documents })
    const context = await fixture.as(ana)
    const ended = ids.map(async (id) => call(slow.finish, { id }, { context }))
    await vi.waitFor(() => expect(now).toBe(3), 5_000)
    await setTimeout(500)
    expect(now).toBe(3)
    answer()
    expect((await Promise.all(ended)).map(({ status }) => status)).toEqual(ids.map(() => 'ready'))
  })

  it('is encrypted from its first part on', async () => {
    const id = randomUUID()
    await begin(ana, id)
    await append(ana, id, 0)
    const stored = (await fixture.storage.get(`${school}/${id}-0`))!
    expect(stored.includes('%PDF')).toBe(false)
    expect(stored.length).toBeGreaterThan(CHUNK_BYTES)
  })

  it('is refused with the reason, and leaves nothing behind', async () => {
    const id = randomUUID()
    const bytes = pdf({ trailer: '/Encrypt << /Filter /Standard >>' })
    await begin(ana, id, 'Card.pdf', bytes.length)
    await append(ana, id, 0, bytes)
    const refused = {
      code: 'BAD_REQUEST',
      message: 'This PDF is protected by a password. Print it to a new PDF without one, and add that.',
      data: { code: 'file.encrypted' },
    }
    await expect(finish(ana, id)).rejects.toMatchObject(refused)
    await expect(finish(ana, id), 'its answer was lost').rejects.toMatchObject(refused)
    await expect(call(api.download, { id, reason: 'My own' }, await as(ana))).rejects.toMatchObject(missing)
    expect(await fixture.storage.get(`${school}/${id}-0`)).toBeNull()
    expect(
      await fixture.rows('select status, refused_because from public.files where id = $1', [id]),
    ).toEqual([{ status: 'refused', refused_because: 'file.encrypted' }])
  })

  it('is refused again with the same reason if the answer was lost', async () => {
    const id = randomUUID()
    const bytes = pdf({ pages: 501 })
    await begin(ana, id, 'Card.pdf', bytes.length)
    for (let chunk = 0; chunk * CHUNK_BYTES < bytes.length; chunk++)
      await append(ana, id, chunk, bytes.subarray(chunk * CHUNK_BYTES, (chunk + 1) * CHUNK_BYTES))
    for (const _ of ['first', 'again'])
      await expect(finish(ana, id)).rejects.toMatchObject({
        message: expect.stringContaining('has 501 pages'),
      })
  })

  it.each([
    ['../../etc/passwd.pdf', 100, 'file.name_with_folder'],
    ['C:\\cards\\a.pdf', 100, 'file.name_with_folder'],
    ['card.docx', 100, 'file.wrong_type'],
    ['card', 100, 'file.wrong_type'],
    ['card.svg', 100, 'file.wrong_type'],
    ['card.pdf', 0, 'file.empty'],
    ['card.pdf', MAX_FILE_BYTES + 1, 'file.too_large'],
  ])('does not begin as %s of %i bytes', async (name, bytes, code) => {
    await expect(begin(ana, randomUUID(), name, bytes)).rejects.toMatchObject({ data: { code } })
  })

  it('accepts as many bytes as announced, part by part', async () => {
    const id = randomUUID()
    await begin(ana, id)
    await expect(append(ana, id, 0, card.subarray(0, 100))).rejects.toMatchObject(refusal('file.not_whole'))
    await expect(append(ana, id, 0, card.subarray(0, CHUNK_BYTES + 3))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    await expect(append(ana, id, 90, card.subarray(0, 99))).rejects.toMatchObject(
      refusal('file.out_of_order'),
    )
  })

  it('can be continued, ended, viewed or removed by no one else; a foreign one is the same as a missing one', async () => {
    const id = randomUUID()
    await begin(ana, id)
    const ready = await upload(ana, 'Photo.jpg', picture('image/jpeg'))
    for (const stranger of strangers) {
      const context = await as(stranger)
      const tries = [
        () => append(stranger, id, 0),
        () => finish(stranger, id),
        () => begin(stranger, id),
        () => call(api.remove, { id: ready }, context),
        () => call(api.page, { id: ready, page: 1, reason: 'Curious' }, context),
        () => call(api.download, { id: ready, reason: 'Curious' }, context),
      ]
      for (const attempt of tries) await expect(attempt()).rejects.toMatchObject(missing)
      await expect(
        fixture.act(stranger, (tx) => keepFiles(tx, [ready], { purpose: 'credential', ownerId: ana.id })),
      ).rejects.toThrow(/can’t find that file|permission denied/)
      const listed = stranger ? await call(api.unkept, { purpose: 'credential' }, context) : []
      expect(listed).toEqual([])
    }
    expect(await begin(ana, id)).toMatchObject({ received_chunks: 0, status: 'uploading' })
  })

  it('waits to be submitted: listed, removable, then part of what was submitted', async () => {
    const ben = await fixture.person({ role: 'student', school })
    const id = await upload(ben, 'Foto é.JPEG', picture('image/jpeg'))
    const unkept = async () => call(api.unkept, { purpose: 'credential' }, await as(ben))
    expect(await unkept()).toMatchObject([{ id, name: 'Foto é.jpeg', status: 'ready', pages: 1 }])
    // The form is refused: the transaction is undone, and the file still waits.
    await fixture
      .act(ben, async (tx) => {
        await keepFiles(tx, [id], { purpose: 'credential', ownerId: ben.id })
        throw new Error('the form was refused')
      })
      .catch(() => {})
    expect(await unkept()).toHaveLength(1)
    await fixture.act(ben, (tx) => keepFiles(tx, [id], { purpose: 'credential', ownerId: ben.id }))
    expect(await unkept()).toEqual([])
    await expect(call(api.remove, { id }, await as(ben))).rejects.toMatchObject(refusal('file.submitted'))
    const second = await upload(ben, 'b.png', picture('image/png'))
    await call(api.remove, { id: second }, await as(ben))
    expect(await unkept()).toEqual([])
  })

  it('does not begin for a person who already has 200 MB waiting; submitted files no longer count', async () => {
    const cy = await fixture.person({ role: 'student', school })
    for (let n = 0; n < 10; n++) await begin(cy, randomUUID(), 'a.pdf', MAX_FILE_BYTES)
    await expect(begin(cy, randomUUID(), 'a.pdf', 1)).rejects.toMatchObject(refusal('file.too_many_unkept'))
    await fixture.rows(`update public.files set status = 'removed' where uploaded_by = $1`, [cy.id])
    await begin(cy, randomUUID(), 'a.pdf', 1)
  })

  it("belongs to the facility of its people; a superadmin's belongs to no one and is refused", async () => {
    const facility = await fixture.facility()
    const frank = await fixture.person({ role: 'facility_admin', facility })
    const id = await upload(frank, 'Badge form.pdf', pdf())
    expect(await fixture.storage.get(`${facility}/${id}`)).not.toBeNull()
    const { body } = await call(api.download, { id, reason: 'My own' }, await as(frank))
    expect(body.size).toBe(pdf().length)
    const sam = await fixture.person({ role: 'superadmin' })
    await expect(begin(sam, randomUUID())).rejects.toMatchObject(refusal('file.no_tenant'))
  })

  it('that is never ended is removed with its parts', async () => {
    const id = randomUUID()
    await begin(ana, id)
    await append(ana, id, 0)
    await fixture.rows(`update public.files set created_at = now() - interval '3 days' where id = $1`, [id])
    while ((await withActor(fixture.workerPool, null, (tx) => clearFiles(fixture, tx))) > 0);
    expect(await fixture.storage.get(`${school}/${id}-0`)).toBeNull()
    await expect(append(ana, id, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is cleared with each part that it can have, because the server may have ended before it removed them', async () => {
    const id = await upload(ana, 'Card.pdf', card)
    await call(api.remove, { id }, await as(ana))
    const removed: string[] = []
    const remove = (name: string) => {
      removed.push(name)
      return fixture.objects.remove(name)
    }
    const objects = { remove } as unknown as Fixture['objects']
    while ((await withActor(fixture.workerPool, null, (tx) => clearFiles({ objects }, tx))) > 0);
    expect(removed.filter((name) => name.includes(id))).toEqual([
      ...[0, 1, 2].map((part) => `${school}/${id}-${part}`),
      `${school}/${id}`,
    ])
  })

  it('cannot be made ready by a statement without being complete, nor made again', async () => {
    const id = randomUUID()
    await begin(ana, id)
    const set = (text: string) =>
      fixture.act(ana, (tx) => sql.raw(`update public.files set ${text} where id = '${id}'`).execute(tx))
    await expect(set(`status = 'ready'`)).rejects.toMatchObject({ code: '23514' })
    await expect(set(`status = 'kept'`)).rejects.toMatchObject({ message: 'step.illegal' })
    await expect(set(`received_chunks = 7`)).rejects.toMatchObject({ message: 'file.settled' })
    await expect(set(`declared_bytes = 1`)).rejects.toMatchObject({ code: '42501' })
  })
})

describe('a page', () => {
  it('is an image that the server rendered, never the original', async () => {
    const id = await upload(ana, 'Card.png', picture('image/png'))
    const { headers, body } = await call(api.page, { id, page: 1, reason: 'Review' }, await as(ana))
    expect(body.type).toBe('image/webp')
    expect(
      Buffer.from(await body.arrayBuffer())
        .subarray(8, 12)
        .toString(),
    ).toBe('WEBP')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-store',
    })
    await expect(call(api.page, { id, page: 2, reason: 'Review' }, await as(ana))).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'This page cannot be shown. Download the file to see it.',
    })
  })
})
