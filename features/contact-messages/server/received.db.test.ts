import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { contactMessageHandlers } from './handlers.ts'

let fixture: Fixture
let root: Person
let others: (Person | null)[]
let api: ReturnType<typeof contactMessageHandlers>

beforeAll(async () => {
  fixture = await createFixture()
  api = contactMessageHandlers({
    settings: fixture.settings,
    authPool: fixture.authPool,
    workerPool: fixture.workerPool,
  })
  const school = await fixture.school('Lakeshore')
  root = await fixture.person({ role: 'superadmin', fullName: 'Sam Okafor' })
  others = [
    await fixture.person({ role: 'school_super_admin', school }),
    await fixture.person({ role: 'school_admin', school }),
    await fixture.person({ role: 'facility_admin', facility: await fixture.facility() }),
    await fixture.person({ role: 'proctor', school }),
    await fixture.person({ role: 'student', school }),
    null,
  ]
})
afterAll(() => fixture.close())
beforeEach(() => fixture.admin.query('delete from public.contact_messages; delete from public.notifications'))

let written = 0
/** Stores a message; each is newer than the one before. */
async function receive(changes: Record<string, string | null> = {}): Promise<string> {
  const id = randomUUID()
  const row = {
    name: 'Dana Ruiz',
    email: 'dana@college.example',
    organization: 'Cedar College',
    topic: 'school',
    message: 'We place 140 students a term.',
    ...changes,
  }
  await fixture.rows(
    `insert into public.contact_messages (id, name, email, organization, topic, message, created_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
    [id, row.name, row.email, row.organization, row.topic, row.message, ++written],
  )
  return id
}
const asRoot = async () => ({ context: await fixture.as(root) })
const list = async (
  input: { search?: string; state?: 'unread' | 'open' | 'answered'; page?: number; page_size?: number } = {},
) => call(api.list, input, await asRoot())
const names = async (input: Parameters<typeof list>[0] = {}) =>
  (await list(input)).rows.map(({ name }) => name)

describe('the superadmin', () => {
  it('finds messages by name, address, organization and text, newest first, by page', async () => {
    await receive({ name: 'First' })
    await receive({ name: 'Second', organization: '100% Care' })
    await receive({ name: 'Third', email: 'third@other.example', message: 'Our ward has questions.' })
    expect(await names()).toEqual(['Third', 'Second', 'First'])
    expect(await names({ search: 'WARD' })).toEqual(['Third'])
    expect(await names({ search: '100%' })).toEqual(['Second'])
    expect(await names({ search: '%' })).toEqual(['Second'])
    expect(await names({ search: 'third@' })).toEqual(['Third'])
    expect(await names({ page: 2, page_size: 2 })).toEqual(['First'])
    expect(await list({ page_size: 2 })).toMatchObject({ total: 3 })
  })

  it('reads one, marks it as answered, and may undo that', async () => {
    const [unread, read, answered] = [await receive(), await receive(), await receive()]
    await call(api.markRead, { id: read }, await asRoot())
    expect(await call(api.setAnswered, { id: answered, answered: true }, await asRoot())).toMatchObject({
      answered_by_name: 'Sam Okafor',
      answered_at: expect.any(String),
    })
    const ids = async (state: 'unread' | 'open' | 'answered') =>
      (await list({ state })).rows.map(({ id }) => id)
    expect(await ids('unread')).toEqual([unread])
    expect(await ids('open')).toEqual([read, unread])
    expect(await ids('answered')).toEqual([answered])
    expect((await list({ state: 'open' })).counts).toEqual({ all: 3, unread: 1, open: 2, answered: 1 })
    await call(api.setAnswered, { id: answered, answered: false }, await asRoot())
    expect(await ids('answered')).toEqual([])
  })

  it('keeps the first reader and answerer, and each step is audited', async () => {
    const id = await receive()
    const second = { context: await fixture.as(await fixture.person({ role: 'superadmin' })) }
    const first = await call(api.markRead, { id }, await asRoot())
    expect((await call(api.markRead, { id }, second)).read_at).toBe(first.read_at)
    await call(api.setAnswered, { id, answered: true }, await asRoot())
    expect((await call(api.setAnswered, { id, answered: true }, second)).answered_by_name).toBe('Sam Okafor')
    const trail = await fixture.rows(
      `select actor_id, array(select jsonb_object_keys(changes) order by 1) as changed from public.audit_events
       where entity = 'contact_messages' and entity_id = $1 order by id`,
      [id],
    )
    expect(trail).toEqual([
      { actor_id: root.id, changed: ['read_at', 'read_by'] },
      { actor_id: root.id, changed: ['answered_at', 'answered_by'] },
    ])
  })

  it('exports them as a file that is safe to open in a spreadsheet', async () => {
    await receive({ name: '=cmd()', message: 'One "quoted", line\nand another' })
    await receive({ name: 'Someone else' })
    const { csv, rows, filename } = await call(api.exportCsv, { search: 'cmd' }, await asRoot())
    expect(rows).toBe(1)
    expect(filename).toMatch(/^placewell-messages-\d{4}-\d\d-\d\d\.csv$/)
    expect(csv).toContain(`'=cmd()`)
    expect(csv).toContain('"One ""quoted"", line\nand another"')
    expect(csv).toContain('Placewell for a school')
    expect(csv).toContain('Unread')
  })

  it('is notified of a new one, once, with a link', async () => {
    const id = randomUUID()
    const given = {
      id,
      name: 'Dana Ruiz',
      email: 'dana@college.example',
      organization: '',
      topic: 'school' as const,
      message: 'We place 140 students a term.',
      website: '',
    }
    const context = { ...(await fixture.as(null)), addressBlock: '10.9.9.0/24' }
    await call(api.send, given, { context })
    await call(api.send, given, { context })
    expect(await receivedBy(fixture, root)).toMatchObject([
      {
        type: 'contact_message',
        code: 'contact_message.received',
        title: 'Dana Ruiz wrote to Placewell',
        message: 'We place 140 students a term.',
        data: { action_url: `/admin/notifications?view=messages&show=${id}` },
      },
    ])
  })

  it('gets an error for an unknown message', async () => {
    const missing = { code: 'NOT_FOUND' }
    const id = randomUUID()
    await expect(call(api.get, { id }, await asRoot())).rejects.toMatchObject(missing)
    await expect(call(api.markRead, { id }, await asRoot())).rejects.toMatchObject(missing)
    await expect(call(api.setAnswered, { id, answered: true }, await asRoot())).rejects.toMatchObject(missing)
  })
})

it('no one else reads or marks any, not even in the database', async () => {
  const id = await receive()
  for (const who of others) {
    const context = await fixture.as(who)
    const refused = { code: who ? 'FORBIDDEN' : 'UNAUTHORIZED' }
    await expect(call(api.list, {}, { context })).rejects.toMatchObject(refused)
    await expect(call(api.get, { id }, { context })).rejects.toMatchObject(refused)
    await expect(call(api.exportCsv, {}, { context })).rejects.toMatchObject(refused)
    await expect(call(api.markRead, { id }, { context })).rejects.toMatchObject(refused)
    await expect(call(api.setAnswered, { id, answered: true }, { context })).rejects.toMatchObject(refused)
    const changed = await fixture.act(who, (tx) =>
      tx
        .updateTable('contact_messages')
        .set({ answered_at: new Date().toISOString(), answered_by: who?.id ?? root.id })
        .where('id', '=', id)
        .executeTakeFirst(),
    )
    expect(changed.numUpdatedRows).toBe(0n)
  }
  expect((await list()).rows[0]).toMatchObject({ read_at: null, answered_at: null })
  // Not even the superadmin can change the text of a message.
  await expect(
    fixture.act(root, (tx) => tx.updateTable('contact_messages').set({ message: 'Other words' }).execute()),
  ).rejects.toMatchObject({ code: '42501' })
})
