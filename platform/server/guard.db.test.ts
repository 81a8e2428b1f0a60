import { randomUUID } from 'node:crypto'
import { oc } from '@orpc/contract'
import { call, implement } from '@orpc/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import type { AccessTrail } from './access-trail.ts'
import { guard, validateAfterGuard, type RequestContext } from './guard.ts'

const input = z.object({ name: z.string(), reason: z.string() })
const contract = {
  close: oc.$meta<ApiMeta>({ access: ['school_admin'], write: true }).input(input),
  open: oc.$meta<ApiMeta>({ access: ['school_admin'], write: true, createsById: true }).input(
    z.object({
      id: z.uuid(),
      name: z.string(),
      version: z.int().optional(),
      idempotency_key: z.uuid().optional(),
    }),
  ),
  find: oc.$meta<ApiMeta>({ access: ['school_admin'], write: false }).input(input),
  look: oc
    .$meta<ApiMeta>({
      access: ['school_admin'],
      write: false,
      trail: { kind: 'view', what: 'list', people: ['output.*'] },
    })
    .output(z.array(z.uuid())),
}
const api = implement(contract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
const close = api.close.handler(({ input: sent }) => sent)
const find = api.find.handler(({ input: sent }) => sent)
let opened = 0
const open = api.open.handler(({ context }) => context.act(async () => ({ nth: ++opened })))
const telling = { name: 'Room 12', reason: 'Pt. Smith, MRN 445512, fell.' }

let fixture: Fixture
let ana: Person
beforeAll(async () => {
  fixture = await createFixture()
  ana = await fixture.person({ role: 'school_admin', school: await fixture.school() })
})
afterAll(() => fixture.close())

it('refuses a free text that seems to name a patient at its field, and says what to do', async () => {
  const refusal =
    '“MRN 445512” looks like a medical record number. “Pt. Smith” looks like a patient’s name. ' +
    'Remove it, or confirm that no patient is named.'
  await expect(call(close, telling, { context: await fixture.as(ana) })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: refusal,
    data: { fieldErrors: { reason: refusal } },
  })
})

it('accepts it once the person confirms that no one is named, and passes only the text to the handler', async () => {
  const ticked = { ...telling, no_patient_named: true }
  expect(await call(close, ticked, { context: await fixture.as(ana) })).toEqual(telling)
  await expect(
    call(close, { ...telling, no_patient_named: 'yes' } as never, { context: await fixture.as(ana) }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

it('refuses the id of a new row with other values, and answers the same values again', async () => {
  const sent = (values: object, who = ana) =>
    fixture.as(who).then((context) => call(open, values as never, { context, path: ['rooms', 'open'] }))
  const [id, key] = [randomUUID(), () => ({ idempotency_key: randomUUID() })]
  const first = await sent({ id, name: 'Room 12', ...key() })
  expect(await sent({ id, name: 'Room 12', ...key() }), 'pressed again').toEqual(first)
  await expect(sent({ id, name: 'Room 14', ...key() }), 'changed and pressed again').rejects.toMatchObject({
    code: 'UNPROCESSABLE_CONTENT',
    message: expect.stringMatching(/^This was already saved, and the form has changed since/),
  })
  expect(await sent({ id: randomUUID(), name: 'Room 14' })).not.toEqual(first)
  // A change of the row it became, and someone else's row with that id, are other requests.
  expect(await sent({ id, name: 'Room 14', version: 1 })).not.toEqual(first)
  const other = await fixture.person({ role: 'school_admin', school: await fixture.school() })
  expect(await sent({ id, name: 'Room 14' }, other)).not.toEqual(first)
  const next = { id: randomUUID(), name: 'Room 15' }
  const many = await Promise.all([1, 2, 3].map(() => sent(next)))
  expect(many, 'at the same moment').toEqual([many[0], many[0], many[0]])
})

it('does not send what one person pressed in another’s session', async () => {
  const context = await fixture.as(ana)
  const said = { name: 'Room 12', reason: 'Painted.' }
  expect(await call(close, said, { context: { ...context, pressedBy: ana.id } })).toEqual(said)
  const other = await fixture.person({ role: 'school_admin', school: await fixture.school() })
  await expect(call(close, said, { context: { ...context, pressedBy: other.id } })).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'You are signed in as someone else now. Nothing was sent.',
  })
})

it('records a list that is read to become a file as an export before it is answered', async () => {
  const student = '6c1f6d26-4f7e-4c3b-9a50-0a5f5dd0a111'
  const look = api.look.handler(() => [student])
  const [noted, kept] = [vi.fn<AccessTrail['note']>(), vi.fn<AccessTrail['keep']>()]
  const trail = { note: noted, keep: kept, digest: () => 'digest' } as unknown as AccessTrail
  const context = { ...(await fixture.as(ana)), trail }
  await call(look, undefined, { context, path: ['rooms', 'look'] })
  expect(kept).not.toHaveBeenCalled()
  expect(noted).toHaveBeenCalledWith(expect.objectContaining({ kind: 'view', person_ids: [student] }))
  await call(look, undefined, { context: { ...context, asFile: true }, path: ['rooms', 'look'] })
  expect(kept).toHaveBeenCalledWith(
    expect.objectContaining({ kind: 'export', call: 'rooms.look', what: 'list', person_ids: [student] }),
  )
  kept.mockRejectedValue(new Error('the database went away'))
  await expect(call(look, undefined, { context: { ...context, asFile: true } })).rejects.toThrow(
    'the database went away',
  )
})

it('does not check search texts, and checks no text until the caller is let in', async () => {
  expect(await call(find, telling, { context: await fixture.as(ana) })).toEqual(telling)
  await expect(call(close, telling, { context: await fixture.as(null) })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
})

it('each command logs one line: who, what, how long and the outcome, and nothing of its input', async () => {
  const lines: Record<string, unknown>[] = []
  const log = { ...(await fixture.as(ana)).log, info: (line: Record<string, unknown>) => lines.push(line) }
  const context = async (person: Person | null) =>
    ({ ...(await fixture.as(person)), log, requestId: 'request-1' }) as unknown as RequestContext
  const said = { name: 'Room 12', reason: 'Painted.' }
  await call(close, said, { context: await context(ana), path: ['rooms', 'close'] })
  await call(find, said, { context: await context(ana), path: ['rooms', 'find'] })
  await call(close, telling, { context: await context(ana), path: ['rooms', 'close'] }).catch(() => {})
  await call(close, said, { context: await context(null), path: ['rooms', 'close'] }).catch(() => {})
  const line = { id: 'request-1', command: 'rooms.close', ms: expect.any(Number) }
  expect(lines).toEqual([
    { ...line, actor: ana.id, outcome: 'done' },
    { ...line, actor: ana.id, outcome: 'BAD_REQUEST' },
    { ...line, actor: null, outcome: 'UNAUTHORIZED' },
  ])
})

it('what PostgreSQL forbids a person is a refusal, not a failure', async () => {
  const writing = api.close.handler(({ input: sent, context }) =>
    context.act(async (tx) => {
      await tx.deleteFrom('audit_events').execute()
      return sent
    }),
  )
  await expect(
    call(writing, { name: 'Room 12', reason: 'Painted.' }, { context: await fixture.as(ana) }),
  ).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403, message: 'You may not do this.' })
})

it('says in plain words what a schema does not say itself', async () => {
  const missing = { name: 'Room 12' } as never
  await expect(call(close, missing, { context: await fixture.as(ana) })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    data: { fieldErrors: { reason: 'Fill this in.' } },
  })
})
