/** A school's earlier records: tried, written as a job, reported row by row. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { runJob } from '#features/jobs/server/public.ts'
import { credentialHandlers } from './handlers.ts'
import { credentialJobs } from './jobs.ts'

let fixture: Fixture
let api: ReturnType<typeof credentialHandlers>
let school: string
let ana: Person
let stranger: Person
let jenna: Person
let omar: Person

beforeAll(async () => {
  fixture = await createFixture()
  api = credentialHandlers({ ...fixture, documents: { read: async () => null } })
  school = await fixture.school('Lakeshore')
  const other = await fixture.school('Prairie')
  ana = await fixture.person({ role: 'school_admin', school })
  stranger = await fixture.person({ role: 'school_admin', school: other })
  jenna = await fixture.person({ role: 'student', school, email: 'jenna@lake.example' })
  omar = await fixture.person({ role: 'proctor', school, email: 'omar@lake.example' })
  await fixture.person({ role: 'student', school: other, email: 'kim@prairie.example' })
  await fixture.rows(`update public.users set student_number = 'S-17' where id = $1`, [jenna.id])
})
afterAll(() => fixture.close())

type Row = [person: string, type: string, issued: string, expires?: string, result?: string]
const rowsOf = (rows: readonly Row[]) =>
  rows.map(([person, type, issued, expires = '', result = ''], at) => ({
    line: at + 2,
    person,
    type,
    issued_on: issued,
    expires_on: expires,
    result,
  }))
async function bring(by: Person | null, rows: readonly Row[], { isTrial = false, id = randomUUID() } = {}) {
  const input = { job_id: id, file_name: 'records.csv', is_trial: isTrial, rows: rowsOf(rows) }
  await call(api.importRecords, input, { context: await fixture.as(by) })
  await runJob(fixture, credentialJobs, id, new AbortController().signal)
  return id
}
const outcomes = async (id: string) =>
  (
    await fixture.rows<{ status: string; code: string | null; message: string | null }>(
      'select status, code, message from public.job_items where job_id = $1 order by position',
      [id],
    )
  ).map(({ status, code, message }) => message ?? code ?? status)
const kept = () =>
  fixture.rows(
    `select t.code, c.person_id, c.issued_on::text, c.expires_on::text, c.status, c.source, c.reviewed_by from public.credentials c
     join public.credential_types t on t.id = c.type_id order by t.code, c.issued_on`,
  )

const file: Row[] = [
  ['JENNA@lake.example', 'BLS', '3/10/2026'],
  ['S-17', 'Tuberculosis screening', '2026-02-01', '', 'negative'],
  ['S-17', 'tb', '02/01/2026', '', 'Negative'],
  ['omar@lake.example', 'LIAB', '1/1/2026', '12/31/2027'],
  ['kim@prairie.example', 'BLS', '3/10/2026'],
  ['S-17', 'Juggling', '3/10/2026'],
  ['S-17', 'BGC', '3/10/2026', '', 'fail'],
  ['S-17', 'HIPAA', 'last spring'],
]
const said = [
  'done',
  'done',
  'known',
  'done',
  'No active student or instructor has “kim@prairie.example”.',
  '“Juggling” isn’t one of your credentials.',
  'A result of “fail” needs a review. Ask for an upload.',
  '“last spring” is not a date. Write it as 03/10/2026.',
]

it('are tried without a trace, then written, and repeating changes nothing', async () => {
  expect(await outcomes(await bring(ana, file, { isTrial: true }))).toEqual(said)
  expect(await kept()).toEqual([])
  const id = await bring(ana, file)
  expect(await outcomes(id)).toEqual(said)
  const own = { status: 'approved', source: 'import', reviewed_by: ana.id }
  expect(await kept()).toEqual([
    { code: 'BLS', person_id: jenna.id, issued_on: '2026-03-10', expires_on: '2028-03-31', ...own },
    { code: 'LIAB', person_id: omar.id, issued_on: '2026-01-01', expires_on: '2027-12-31', ...own },
    { code: 'TB', person_id: jenna.id, issued_on: '2026-02-01', expires_on: '2027-02-01', ...own },
  ])
  const again = await outcomes(await bring(ana, file))
  expect(again.filter((word) => word === 'known')).toHaveLength(4)
  expect(await kept()).toHaveLength(3)
  expect(
    (await call(api.mine, {}, { context: await fixture.as(jenna) })).submissions.map(({ source }) => source),
  ).toEqual(['import', 'import'])

  const report = await call(api.recordsReport, { job_id: id }, { context: await fixture.as(ana) })
  const lines = (await report.body.text()).split('\r\n')
  expect(lines[0]).toContain('Row,Person,Credential,Date issued')
  expect(lines[1]).toContain('Imported')
  expect(lines[6]).toContain('Juggling')
  await expect(
    call(api.recordsReport, { job_id: id }, { context: await fixture.as(stranger) }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it('two files at once write each record once', async () => {
  const rows: Row[] = [['S-17', 'OSHA', '3/10/2026']]
  await Promise.all([bring(ana, rows), bring(ana, rows)])
  expect((await kept()).filter(({ code }) => code === 'OSHA')).toHaveLength(1)
})

it('are imported only by administrators of the school, and never for themselves', async () => {
  for (const by of [jenna, omar]) await expect(bring(by, file)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(bring(null, file)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(await outcomes(await bring(stranger, file.slice(0, 1)))).toEqual([
    'No active student or instructor has “JENNA@lake.example”.',
  ])
  const [type] = await fixture.rows<{ id: string }>(
    `select id from public.credential_types where code = 'BLS'`,
  )
  const insert = (by: Person, values: object) =>
    fixture.act(by, (tx) =>
      tx
        .insertInto('credentials')
        .values({
          school_id: school,
          person_id: jenna.id,
          type_id: type!.id,
          status: 'approved',
          issued_on: '2026-01-01',
          ...values,
        })
        .execute(),
    )
  for (const values of [
    {},
    { source: 'import', file_ids: [randomUUID()] },
    { source: 'import', person_id: ana.id },
  ])
    await expect(insert(ana, values)).rejects.toMatchObject({ code: '42501' })
  for (const values of [
    { source: 'import' },
    { status: 'submitted' },
    { status: 'submitted', source: 'import', issued_on: null },
  ])
    await expect(insert(jenna, values)).rejects.toMatchObject({ code: '42501' })
})
