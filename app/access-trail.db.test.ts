/** What the running product records of views, exports, refusals and failed sign-ins. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#database/testing.ts'
import { type Product, startProduct } from './testing.ts'

type Row = Record<string, unknown> & { student_ids: string[] }

let product: Product
let school: string
let other: string
let admin: Person
let student: Person
let foreign: Person
let token: string
beforeAll(async () => {
  product = await startProduct()
  const { fixture } = product
  school = await fixture.school('Birch College')
  other = await fixture.school('Aspen College')
  admin = await fixture.person({ role: 'school_admin', school, fullName: 'Ana Admin' })
  student = await fixture.person({ role: 'student', school, fullName: 'Stella Student' })
  foreign = await fixture.person({ role: 'student', school: other })
  token = await product.session(admin)
})
afterAll(() => product.close())

const written = (requestId: unknown): Promise<Row[]> =>
  product.fixture.rows<Row>('select * from public.access_events where request_id = $1 order by id', [
    requestId,
  ])
const soon = async (requestId: unknown, count = 1): Promise<Row[]> => {
  await expect.poll(async () => (await written(requestId)).length, { timeout: 8_000 }).toBe(count)
  return written(requestId)
}

describe('a view of a student', () => {
  it('is recorded with who, what, whose and the request id of the answer', async () => {
    const answer = await product.send({ path: `/api/students/${student.id}`, token })
    expect(answer.status).toBe(200)
    expect(answer.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    const [row] = await soon(answer.headers['x-request-id'])
    expect(row).toMatchObject({
      kind: 'view',
      outcome: 'ok',
      code: null,
      call: 'students.get',
      what: 'profile',
      subject_id: student.id,
      actor_id: admin.id,
      actor_name: 'Ana Admin',
      actor_role: 'school_admin',
      acting_as: null,
      school_id: school,
      student_ids: [student.id],
    })
    expect(row!['address_digest']).toMatch(/^[\w-]{22}$/)
    expect(JSON.stringify(row)).not.toContain('127.0.0')
  })

  it('in a list names every student on it', async () => {
    const answer = await product.send({ path: '/api/students', token })
    const [row] = await soon(answer.headers['x-request-id'])
    expect(row).toMatchObject({ call: 'students.list', what: 'list', student_ids: [student.id] })
  })

  it('is not recorded for oneself, but with the reason if someone acts as the person', async () => {
    const own = await product.send({ path: '/api/student/progress', token: await product.session(student) })
    const superadmin = await product.fixture.person({ role: 'superadmin', fullName: 'Sam Super' })
    const looking = await product.session(superadmin)
    await product.fixture.rows(
      `update priv.sessions set impersonated_user_id = $2, impersonation_reason = 'The hours look wrong',
         impersonation_expires_at = now() + interval '30 minutes', impersonation_may_write = false where user_id = $1`,
      [superadmin.id, student.id],
    )
    const answer = await product.send({ path: '/api/student/progress', token: looking })
    const [row] = await soon(answer.headers['x-request-id'])
    expect(row).toMatchObject({
      actor_name: 'Sam Super',
      actor_role: 'superadmin',
      acting_as: student.id,
      reason: 'The hours look wrong',
      school_id: school,
      student_ids: [student.id],
    })
    expect(await written(own.headers['x-request-id'])).toEqual([])
  })

  it('of several schools is a row for each of them', async () => {
    const superadmin = await product.session(await product.fixture.person({ role: 'superadmin' }))
    const answer = await product.send({ path: '/api/users?role=student', token: superadmin })
    const rows = await soon(answer.headers['x-request-id'], 2)
    expect(rows.map((row) => [row['school_id'], row.student_ids]).toSorted()).toEqual(
      [
        [school, [student.id]],
        [other, [foreign.id]],
      ].toSorted(),
    )
  })
})

it('records an export before it is answered', async () => {
  const answer = await product.send({
    method: 'POST',
    path: '/api/people/export',
    body: { view: 'students' },
    token,
  })
  expect(answer.status).toBe(200)
  expect(await written(answer.headers['x-request-id'])).toMatchObject([
    { kind: 'export', call: 'people.export' },
  ])
})

describe('a refusal', () => {
  it('is recorded with its code: for a role that may not, and for a student of another school', async () => {
    const role = await product.send({ path: '/api/users', token })
    expect(role.status).toBe(403)
    expect(await soon(role.headers['x-request-id'])).toMatchObject([
      { kind: 'refusal', outcome: 'refused', code: 'FORBIDDEN', call: 'users.list', actor_id: admin.id },
    ])
    const hidden = await product.send({ path: `/api/students/${foreign.id}`, token })
    expect(hidden.status).toBe(404)
    expect(await soon(hidden.headers['x-request-id'])).toMatchObject([
      {
        kind: 'refusal',
        code: 'NOT_FOUND',
        call: 'students.get',
        subject_id: foreign.id,
        school_id: school,
        student_ids: [],
      },
    ])
  })

  it('by a rule is not recorded: the answer said what would work', async () => {
    const answer = await product.send({ path: '/api/students?page=0', token })
    expect(answer.status).toBe(400)
    await product.send({ path: '/api/users', token }).then((next) => soon(next.headers['x-request-id']))
    expect(await written(answer.headers['x-request-id'])).toEqual([])
  })

  it('without a session is counted by the hour', async () => {
    for (let n = 0; n < 3; n++) expect((await product.send({ path: '/api/students' })).status).toBe(401)
    await expect
      .poll(
        // It is two rows if the hour ends in between.
        () =>
          product.fixture.rows(
            `select sum(times)::int as times from public.failed_attempts where kind = 'call'`,
          ),
        { timeout: 8_000 },
      )
      .toEqual([{ times: 3 }])
  })
})

it('failed sign-ins are one row for each account, network and hour, without an address in it', async () => {
  const email = `${randomUUID().slice(0, 8)}@nowhere.example`
  const clientHash = await product.fixture.credential(student)
  const wrong = clientHash.slice(0, 29) + 'B'.repeat(31)
  const sent = []
  for (const tried of [email, student.email, student.email])
    sent.push(
      await product.send({
        method: 'POST',
        path: '/api/sign-in',
        body: { email: tried, password_hash_input: wrong },
      }),
    )
  expect(sent.map(({ status }) => status)).toEqual([401, 401, 401])
  // Summed, in case an hour ends while the test runs.
  const rows = () =>
    product.fixture.rows(
      `select user_id, school_id, sum(times)::int as times, account_digest, address_digest
       from public.failed_attempts where kind = 'sign_in' group by 1, 2, 4, 5 order by 3`,
    )
  await expect.poll(async () => (await rows()).map((row) => row['times']), { timeout: 8_000 }).toEqual([1, 2])
  expect(await rows()).toMatchObject([
    { user_id: null, school_id: null, times: 1 },
    { user_id: student.id, school_id: school, times: 2 },
  ])
  const text = JSON.stringify(await rows())
  for (const secret of [email, student.email, '127.0.0']) expect(text).not.toContain(secret)
})
