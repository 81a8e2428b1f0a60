/**
 * What belongs to another school looks like what does not exist: every procedure that takes an id answers exactly the same for someone
 * else's row and for a missing row, and changes nothing. Rows come from the same source as those of the matrix, so that new tables and
 * procedures are included automatically.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { insertRow, MADE, makeRows, readTables, type Tenant } from '#database/matrix-rows.ts'
import type { Person } from '#database/testing.ts'
import { type Answer, type Call, everyCall, type Product, startProduct } from './testing.ts'
import { exampleOf, inputSchema, type Schema } from './testing-inputs.ts'

/** Facilities that are on everyone's map, and their logos: an answer may differ, because their existence is public. */
const MAPS = ['public.schools', 'public.facilities', 'public.logos']

/** Calls that start a job under an id of the caller's choosing: with any id that is not a job's, they start one. */
const STARTS_UNDER_ANY_ID = ['credentials.importRecords', 'hoursImports.start']

const calls = everyCall().filter(
  (call) => idFields(inputSchema(call)).length > 0 && !STARTS_UNDER_ANY_ID.includes(call.name),
)

let product: Product
let theirs: Tenant
let people: Person[]
/**
 * The same row id in each of their tables: whichever table a procedure reads, it finds a row of theirs, and a single call covers them all.
 * A table that hides its row answers as if it had none.
 */
const SHARED = randomUUID()
/** The ids of the other tenant by table, and the column they are in. */
let foreign: Map<string, { key: string; ids: string[] }>
/** Each of these ids, with the tables it is in. */
let asked: Map<string, string[]>

beforeAll(async () => {
  product = await startProduct()
  const { fixture } = product
  const ours = await makeTenant('A')
  theirs = await makeTenant('B')
  people = [
    await fixture.person({ role: 'school_super_admin', school: ours.school }),
    await fixture.person({ role: 'facility_admin', facility: ours.facility }),
    await fixture.person({ role: 'student', school: ours.school }),
  ]
  foreign = new Map([
    ['public.schools', { key: 'id', ids: [theirs.school] }],
    ['public.facilities', { key: 'id', ids: [theirs.facility, theirs.site, theirs.unit] }],
    ['public.users', { key: 'id', ids: [theirs.proctor] }],
  ])
  for (const table of await readTables(fixture.admin)) {
    if (MADE.includes(table.name)) continue
    const [key = '', ...more] = table.primaryKey
    const isOfIds =
      more.length === 0 && table.columns.some(({ name, type }) => name === key && type === 'uuid')
    // An id that is also the id of another row comes from there.
    const isFree =
      isOfIds && !MAPS.includes(table.name) && !table.keys.some(({ columns }) => columns.includes(key))
    const rows = makeRows(table, theirs, theirs.proctor)
    for (const [at, row] of rows.entries()) {
      if (isFree && at === rows.length - 1) row[key] = SHARED
      const stored = await insertRow(fixture.admin, table, row).catch(async (error: unknown) => {
        // The running product may have begun the school's trial by now, and named its billing owner.
        if (!['public.subscriptions', 'public.billing_owners'].includes(table.name)) throw error
        const [there] = await fixture.rows(`select * from ${table.name} where school_id = $1`, [
          theirs.school,
        ])
        return there!
      })
      theirs.rows.set(table.name, stored)
      if (isOfIds) foreign.set(table.name, { key, ids: [String(stored[key])] })
    }
  }
  const all = [...foreign].flatMap(([table, { ids }]) =>
    MAPS.includes(table) ? [] : ids.map((id) => ({ table, id })),
  )
  asked = new Map(
    [...Map.groupBy(all, ({ id }) => id)].map(([id, found]) => [id, found.map(({ table }) => table)]),
  )
}, 60_000)
afterAll(() => product.close())

it('the other tenant has rows to try', () => {
  expect([...foreign.keys()]).toEqual(
    expect.arrayContaining([
      'public.semesters',
      'public.invitations',
      'public.notifications',
      'public.users',
    ]),
  )
  expect(calls.length).toBeGreaterThan(15)
  expect(asked.get(SHARED)).toEqual(expect.arrayContaining(['public.semesters', 'public.invitations']))
  expect(asked.size).toBeLessThan(10)
})

describe.each(calls)('$name', (call) => {
  it('answers the same for foreign and missing rows', async () => {
    const differing: string[] = []
    for (const person of people) {
      const token = await product.session(person)
      for (const field of idFields(inputSchema(call))) {
        const absent = await ask(call, token, field, randomUUID())
        for (const [id, tables] of asked) {
          const answer = await ask(call, token, field, id)
          if (answer !== absent)
            differing.push(
              `${person.role}, ${field} of ${tables.join(', ')}: ${answer.slice(0, 200)} | ${absent.slice(0, 200)}`,
            )
        }
      }
    }
    expect(differing).toEqual([])
  })
})

it('none of these calls changed anything of theirs', async () => {
  for (const [table, { key, ids }] of foreign) {
    const rows = await product.fixture.rows<{ n: number }>(
      `select count(*)::int as n from ${table} where ${key} = any ($1)`,
      [ids],
    )
    expect([table, rows[0]!.n]).toEqual([table, ids.length])
  }
  const [audit] = await product.fixture.rows<{ n: number }>(
    `select count(*)::int as n from public.audit_events where actor_id = any ($1) and school_id = $2`,
    [people.map(({ id }) => id), theirs.school],
  )
  expect(audit!.n).toBe(0)
})

it('a removed check is detected', async () => {
  const call = calls.find(({ name }) => name === 'semesters.get')!
  const token = await product.session(people[0]!)
  await product.fixture.rows(
    'create policy leak on public.semesters for select to app_rw using (school_id is not null)',
  )
  const answers = [await ask(call, token, 'id', SHARED), await ask(call, token, 'id', randomUUID())]
  await product.fixture.rows('drop policy leak on public.semesters')
  expect(answers[0]).not.toBe(answers[1])
})

it('one’s own row gets a different answer, so the comparison means something', async () => {
  const admin = people[0]!
  const [row] = await product.fixture.rows<{ id: string }>(
    `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year)
     select linked_school_id, 'Own', '2032-01-05', '2032-05-01', 'spring', '2032' from public.users where id = $1 returning id`,
    [admin.id],
  )
  const call = calls.find(({ name }) => name === 'semesters.get')!
  const token = await product.session(admin)
  expect(await ask(call, token, 'id', row!.id)).not.toBe(await ask(call, token, 'id', randomUUID()))
})

async function makeTenant(name: 'A' | 'B'): Promise<Tenant> {
  const school = await product.fixture.school(`School ${name}`)
  const facility = await product.fixture.facility({ name: `Hospital ${name}` })
  const site = await product.fixture.facility({ kind: 'site', parent: facility })
  const unit = await product.fixture.facility({ kind: 'unit', parent: site })
  const proctor = await product.fixture.person({ role: 'proctor', school })
  const student = await product.fixture.person({ role: 'student', school })
  return { name, school, facility, site, unit, proctor: proctor.id, student: student.id, rows: new Map() }
}

/** One call with this id in that field, as seen from outside: status and text, with the id itself removed. */
async function ask(call: Call, token: string, field: string, id: string): Promise<string> {
  await product.fixture.rows('delete from priv.throttles')
  const fixed = '11111111-1111-4111-8111-111111111111'
  const hints: Record<string, unknown> = {
    version: 1,
    reason: 'for the test of strangers',
    website: '',
    [field]: id,
  }
  for (const other of idFields(inputSchema(call))) hints[other] ??= fixed
  // A used key stays used, so each call has its own.
  for (const key of ['key', 'idempotency_key']) hints[key] = randomUUID()
  const input = exampleOf(inputSchema(call)!, hints)
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String((input as Record<string, unknown>)[name] ?? fixed),
  )
  const query = `${`/rpc/${call.name.replaceAll('.', '/')}`}?data=${encodeURIComponent(JSON.stringify({ json: input }))}`
  const answer: Answer =
    call.method === 'GET'
      ? await product.send({ path: query, token })
      : await product.send({ method: call.method, path, token, body: input })
  return `${answer.status} ${answer.text.replaceAll(id, 'ID')}`
}

/** The fields of an input, one level deep, that take an id. */
function idFields(schema: Schema | undefined): string[] {
  return Object.keys(schema?.properties ?? {}).filter(
    (name) => /(^|_)id$/.test(name) && !/^(request|school|linked|selected)_/.test(name),
  )
}
