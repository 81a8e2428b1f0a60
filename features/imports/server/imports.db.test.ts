import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import { writeImport } from './commands/write-import.ts'
import type { ImportKind, JudgedRow, VerdictCounts } from '../contract.ts'
import { runJob } from '#features/jobs/server/public.ts'
import { noCounts, readImport } from '../rules.ts'
import { importHandlers } from './handlers.ts'
import { commitImport } from './jobs.ts'
import { importJobs, readCsv } from './public.ts'
import * as imports from './queries/find-imports.ts'

const data = join(import.meta.dirname, '../../../database/seeds/data')
const router = importHandlers()
const counts = (some: Partial<VerdictCounts>): VerdictCounts => ({ ...noCounts, ...some })

let fixture: Fixture
let sam: Person
beforeAll(async () => {
  fixture = await createFixture()
  sam = await fixture.person({ role: 'superadmin' })
  await fixture.rows(
    `insert into public.postal_codes (postal_code, city, state, county, latitude, longitude) values
       ('36301', 'Dothan', 'AL', 'Houston', 31.2, -85.4), ('32501', 'Pensacola', 'FL', 'Escambia', 30.4, -87.2)`,
  )
})
afterAll(() => fixture.close())

const context = async (person: Person | null = sam) => fixture.as(person)

/** Imports a CSV text up to its preview. */
async function bring(text: string, kind: ImportKind = 'sites', organization_id: string | null = null) {
  const { rows, problem } = readImport(kind, readCsv(Buffer.from(text)))
  expect(problem).toBeNull()
  const id = randomUUID()
  await call(router.start, { id, kind, file_name: 'file.csv', organization_id }, { context: await context() })
  for (let at = 0; at < rows.length; at += 500)
    await call(router.addRows, { id, rows: rows.slice(at, at + 500) }, { context: await context() })
  const preview = await call(router.preview, { id }, { context: await context() })
  return { id, counts: preview.counts }
}
const rowsOf = async (id: string): Promise<JudgedRow[]> =>
  (await call(router.rows, { id, page_size: 1_000 }, { context: await context() })).rows
const kinds = importJobs
const jobOf = async (id: string) =>
  (
    await fixture.rows<{
      status: string
      result: VerdictCounts
      done: number
      total: number
      error_message: string
    }>('select status, result, done, total, error_message from public.jobs where id = $1', [id])
  )[0]!
async function commit(id: string, with_changes = true): Promise<VerdictCounts> {
  const { job_id } = await call(
    router.commit,
    { id, job_id: randomUUID(), with_changes },
    { context: await context() },
  )
  await runJob(fixture, kinds, job_id, new AbortController().signal)
  const { status, result, error_message: message } = await jobOf(job_id)
  if (status !== 'done') throw new Error(`${status}: ${message}`)
  return result
}

const heading =
  'Facility ID,Facility Name,Address,City/Town,State,ZIP Code,County/Parish,Telephone Number,Hospital Type,Emergency Services\n'
const clinic = (id: string, name: string, tenant = 'DOTHAN,AL,36301,HOUSTON') =>
  `${id},"${name.replaceAll('"', '""')}",1 MAIN STREET,${tenant},(334) 555-0100,Acute Care Hospitals,Yes\n`

it('writes nothing before it is committed, then every site once, below its own organization', async () => {
  const file =
    heading +
    clinic('010001', 'ST. MARY\'S "WEST", INC & SONS') +
    clinic('012345', 'MEMORIAL HOSPITAL') +
    clinic('110001', 'MEMORIAL HOSPITAL', 'PENSACOLA,FL,32501,ESCAMBIA')
  const first = await bring(file)
  expect(first.counts).toEqual(counts({ new: 3 }))
  expect(await fixture.rows(`select 1 from public.sites where cms_certification_number is not null`)).toEqual(
    [],
  )

  expect(await commit(first.id)).toEqual(counts({ new: 3 }))
  const sites = await fixture.rows(
    `select s.cms_certification_number as id, n.name, n.city, n.time_zone, s.latitude, s.county, o.name as organization, g.organization_type as type
     from public.sites s join public.facilities n on n.id = s.id join public.facilities o on o.id = n.parent_id
     join public.organizations g on g.id = o.id where s.cms_certification_number is not null order by 1`,
  )
  expect(sites).toEqual([
    {
      id: '010001',
      name: 'St. Mary\'s "West", Inc & Sons',
      city: 'Dothan',
      time_zone: 'America/Chicago',
      latitude: 31.2,
      county: 'Houston',
      organization: 'St. Mary\'s "West", Inc & Sons',
      type: 'hospital',
    },
    {
      id: '012345',
      name: 'Memorial Hospital',
      city: 'Dothan',
      time_zone: 'America/Chicago',
      latitude: 31.2,
      county: 'Houston',
      organization: 'Memorial Hospital',
      type: 'hospital',
    },
    {
      id: '110001',
      name: 'Memorial Hospital',
      city: 'Pensacola',
      time_zone: 'America/Chicago',
      latitude: 30.4,
      county: 'Escambia',
      organization: 'Memorial Hospital',
      type: 'hospital',
    },
  ])
  expect(await fixture.rows(`select count(*)::int as organizations from public.organizations`)).toEqual([
    { organizations: 3 },
  ])
  const [trail] = await fixture.rows(
    `select actor_id, changes from public.audit_events where action = 'import'`,
  )
  expect(trail).toMatchObject({ actor_id: sam.id, changes: { new: 3, kind: 'sites', file_name: 'file.csv' } })

  // The same file again: nothing is new or changed.
  const again = await bring(file)
  expect(again.counts).toEqual(counts({ unchanged: 3 }))
  expect(await commit(again.id)).toEqual(counts({ unchanged: 3 }))
  expect(await fixture.rows(`select count(*)::int as nodes from public.facilities`)).toEqual([{ nodes: 6 }])

  // The same import again: the same result, and it is not done twice.
  expect(await commit(first.id)).toEqual(counts({ new: 3 }))
  expect(
    await fixture.rows(`select count(*)::int as imports from public.audit_events where action = 'import'`),
  ).toEqual([{ imports: 2 }])
})

it('normalizes two kinds of line endings in one file', () => {
  expect(readCsv(Buffer.from('a,b\r\n1,2\r\n3,4\n5,6\r7,8'))).toEqual([
    ['a', 'b'],
    ['1', '2'],
    ['3', '4'],
    ['5', '6'],
    ['7', '8'],
  ])
})

it('says what is wrong with each row, and imports the valid ones', async () => {
  const { id, counts: found } = await bring(
    heading +
      clinic('20001', 'LOST ZEROS') +
      clinic('020001', 'FIRST') +
      clinic('020001', 'SECOND') +
      clinic('020002', '') +
      clinic('020003', 'NOWHERE', 'X,XX,1,Y') +
      clinic('020004', 'LEFT OUT'),
  )
  expect(found).toEqual(counts({ new: 2, duplicate: 1, invalid: 3 }))
  const answer = await call(router.leaveOut, { id, line: 7, is_left_out: true }, { context: await context() })
  expect(answer.counts).toEqual(counts({ new: 1, duplicate: 1, invalid: 3, left_out: 1 }))
  const reasons = (await rowsOf(id)).map(({ line, verdict, reason }) => [line, verdict, reason])
  expect(reasons).toEqual([
    [
      2,
      'invalid',
      '“20001” isn’t a Facility ID: it has 6 digits or letters. A spreadsheet may have dropped its leading zeros.',
    ],
    [3, 'new', null],
    [4, 'duplicate', 'Row 3 has the same Facility ID.'],
    [5, 'invalid', 'The name is missing.'],
    [6, 'invalid', '“XX” isn’t a US state. “1” isn’t a ZIP code.'],
    [7, 'left_out', null],
  ])
  await commit(id)
  expect(
    await fixture.rows(
      `select cms_certification_number as id from public.sites where cms_certification_number like '02000%'`,
    ),
  ).toEqual([{ id: '020001' }])
})

it('shows what would change, and changes it only on request', async () => {
  await commit((await bring(heading + clinic('030001', 'GENERAL'))).id)
  const later = heading + clinic('030001', 'GENERAL HOSPITAL').replace('0100', '0199')
  const { id, counts: found } = await bring(later)
  expect(found).toEqual(counts({ changed: 1 }))
  expect((await rowsOf(id))[0]!.changes).toEqual({
    name: ['General', 'General Hospital'],
    phone: ['(334) 555-0100', '(334) 555-0199'],
  })
  await commit(id, false)
  expect((await bring(later)).counts).toEqual(counts({ changed: 1 }))
  await commit((await bring(later)).id)
  expect((await bring(later)).counts).toEqual(counts({ unchanged: 1 }))
})

it('matches a site entered by hand, and puts all below one organization on request', async () => {
  const system = await fixture.facility({ name: 'Southern Health' })
  const site = await fixture.facility({ kind: 'site', parent: system, name: 'Riverside Hospital' })
  await fixture.rows(`update public.facilities set city = 'Dothan', state = 'AL' where id = $1`, [site])
  const { id, counts: found } = await bring(
    heading + clinic('040001', 'RIVERSIDE HOSPITAL') + clinic('040002', 'HILLSIDE HOSPITAL'),
    'sites',
    system,
  )
  expect(found).toEqual(counts({ new: 1, changed: 1 }))
  expect((await rowsOf(id))[0]).toMatchObject({
    target_id: site,
    reason: 'A site with this name in this city has no Facility ID yet: it gets this one.',
  })
  await commit(id)
  expect(
    await fixture.rows(
      `select n.name, s.cms_certification_number as id from public.facilities n join public.sites s on s.id = n.id where n.parent_id = $1 order by 2`,
      [system],
    ),
  ).toEqual([
    { name: 'Riverside Hospital', id: '040001' },
    { name: 'Hillside Hospital', id: '040002' },
  ])
})

it('all or nothing: a row that cannot be written leaves the file unwritten', async () => {
  const { id } = await bring(
    heading +
      Array.from({ length: 1_200 }, (_, n) => clinic(`06${String(n).padStart(4, '0')}`, `CLINIC ${n}`)).join(
        '',
      ),
  )
  // Tampers with the last row between the preview and the commit.
  await fixture.rows(
    `update public.import_rows set data = data || '{"phone": "${'9'.repeat(50)}"}' where import_id = $1 and line = 1201`,
    [id],
  )
  await expect(commit(id)).rejects.toThrow(/^failed: /)
  expect(await fixture.rows(`select 1 from public.sites where cms_certification_number like '06%'`)).toEqual(
    [],
  )
  expect(await fixture.rows(`select status from public.imports where id = $1`, [id])).toEqual([
    { status: 'open' },
  ])
})

const many = (count: number, prefix: string) =>
  heading +
  Array.from({ length: count }, (_, n) =>
    clinic(`${prefix}${String(n).padStart(4, '0')}`, `CLINIC ${prefix} ${n}`),
  ).join('')
const sitesLike = async (pattern: string) =>
  (
    await fixture.rows<{ sites: number }>(
      'select count(*)::integer as sites from public.sites where cms_certification_number like $1',
      [pattern],
    )
  )[0]!.sites

it('is also judged by a job, and its report is a file with every row', async () => {
  const { id } = await bring(many(1_500, '21') + clinic('bad', 'NO ID'))
  const { job_id } = await call(router.judge, { id, job_id: randomUUID() }, { context: await context() })
  await runJob(fixture, kinds, job_id, new AbortController().signal)
  expect(await jobOf(job_id)).toMatchObject({ status: 'done', result: counts({ new: 1_500, invalid: 1 }) })
  const { body, headers } = await call(router.report, { id }, { context: await context() })
  expect(headers['content-disposition']).toContain('placewell-import-report-file-')
  const lines = (await new Response(body as ReadableStream).text()).trim().split('\r\n')
  expect(lines).toHaveLength(1_502)
  expect(lines[1]).toBe('2,New,,210000,Clinic 21 0,Dothan,AL,')
  expect(lines.at(-1)).toContain('1502,Invalid,')
})

it('scans no table once per row of a file, not even one that was small when it was analyzed', async () => {
  const { id } = await bring(many(1_000, '24'))
  await fixture.rows('analyze')
  // On the job connections, with their statement timeout.
  const { rows: read } = await withActor(
    fixture.jobPool,
    sam.tokenHash,
    async (tx) => {
      await writeImport(tx, { id, with_changes: false }, () => Promise.resolve())
      return sql<{
        relname: string
        rows: number
      }>`select relname, seq_tup_read::integer as rows from pg_stat_xact_user_tables
      where relname in ('facilities', 'organizations', 'sites', 'import_rows')`.execute(tx)
    },
    { deadlineMs: 50_000 },
  )
  expect(read).toHaveLength(4)
  expect(read.filter(({ rows }) => rows > 20 * 1_000)).toEqual([])
})

it('a job canceled midway leaves nothing, and the file can be written again', async () => {
  const { id } = await bring(many(2_100, '22'))
  const start = async () =>
    (await call(router.commit, { id, job_id: randomUUID() }, { context: await context() })).job_id
  const canceled = await start()
  let steps = 0
  const cancelsItself: typeof commitImport = (job) =>
    commitImport({
      ...job,
      act: (work, options) => job.act(work, options),
      finishIn: (tx, result) => job.finishIn(tx, result),
      progress: async (progress) => {
        if (++steps < 3) return
        // Part of it is written by now, in an open transaction.
        expect(progress).toEqual({ done: 2_000, total: 2_100 })
        await fixture.rows('update public.jobs set cancel_requested = true where id = $1', [canceled])
        await job.progress(progress)
      },
    })
  await runJob(
    fixture,
    { ...kinds, commit_import: cancelsItself as never },
    canceled,
    new AbortController().signal,
  )
  expect((await jobOf(canceled)).status).toBe('canceled')
  expect(await sitesLike('22%')).toBe(0)
  expect(await fixture.rows('select status from public.imports where id = $1', [id])).toEqual([
    { status: 'open' },
  ])
  expect((await commit(id)).new).toBe(2_100)
  expect(await sitesLike('22%')).toBe(2_100)
})

it('a process that dies midway leaves nothing; the next one writes all of it once', async () => {
  const { id } = await bring(many(2_100, '23'))
  const { job_id } = await call(router.commit, { id, job_id: randomUUID() }, { context: await context() })
  let steps = 0
  const dies: typeof commitImport = (job) =>
    commitImport({
      ...job,
      act: (work, options) => job.act(work, options),
      finishIn: (tx, result) => job.finishIn(tx, result),
      progress: async () => {
        if (++steps < 3) return
        // Like kill -9: the connection ends in the middle of the transaction.
        await fixture.rows(
          `select pg_terminate_backend(a.pid) from pg_stat_activity a where a.state = 'idle in transaction' and a.datname = current_database() and a.pid <> pg_backend_pid()`,
        )
      },
    })
  await expect(
    runJob(fixture, { ...kinds, commit_import: dies as never }, job_id, new AbortController().signal),
  ).rejects.toThrow(/./)
  expect(await sitesLike('23%')).toBe(0)
  expect((await jobOf(job_id)).status).toBe('running')
  // Two processes take the job at once: it is written once.
  await Promise.allSettled([1, 2].map(() => runJob(fixture, kinds, job_id, new AbortController().signal)))
  expect(await jobOf(job_id)).toMatchObject({
    status: 'done',
    result: { new: 2_100 },
    done: 2_100,
    total: 2_100,
  })
  expect(await sitesLike('23%')).toBe(2_100)
  expect(
    await fixture.rows(`select 1 from public.audit_events where action = 'import' and entity_id = $1`, [id]),
  ).toHaveLength(1)
})

it('imports nursing homes with their own columns', async () => {
  const { id, counts: found } = await bring(readFileSync(join(data, 'cms-nursing-homes-sample.csv'), 'utf8'))
  expect(found).toEqual(counts({ new: 19 }))
  await commit(id)
  const [home] = await fixture.rows(
    `select n.name, s.phone, s.site_type, s.latitude, s.longitude, o.organization_type from public.sites s join public.facilities n on n.id = s.id
     join public.organizations o on o.id = n.parent_id where s.cms_certification_number = '015009'`,
  )
  expect(home).toEqual({
    name: 'Burns Nursing Home, Inc.',
    phone: '(256) 332-4110',
    site_type: 'Nursing home',
    latitude: 34.5149,
    longitude: -87.736,
    organization_type: 'long_term_care',
  })
})

it('imports schools from both lists: the second adds what the first lacked', async () => {
  const ccne = readFileSync(join(data, 'us-nursing-schools.csv'), 'utf8')
  const { id, counts: found } = await bring(ccne, 'schools')
  expect(found).toEqual(counts({ new: 833 }))
  await commit(id)
  expect((await bring(ccne, 'schools')).counts).toEqual(counts({ unchanged: 833 }))
  const all = gunzipSync(readFileSync(join(data, 'ipeds-hd2023.csv.gz')))
    .toString('utf8')
    .split('\n')
  const auburn = all.find((line) => line.startsWith('100830'))!
  const { id: more } = await bring([all[0], auburn].join('\n'), 'schools')
  await commit(more)
  const [school] = await fixture.rows(
    `select s.name, s.aliases, s.time_zone, s.website, j.code ~ '^[A-Z0-9]{10}$' as has_code, (select array_agg(level order by level) from public.programs p where p.school_id = s.id) as programs
     from public.schools s join public.school_join_codes j on j.school_id = s.id where s.unitid = '100830'`,
  )
  expect(school).toEqual({
    name: 'Auburn University at Montgomery',
    aliases: ['AUM', 'Auburn Montgomery'],
    time_zone: 'America/Chicago',
    website: expect.stringMatching(/^https:/),
    has_code: true,
    programs: ['BSN', 'DNP', 'MSN'],
  })
})

it(
  'imports the whole list of hospitals at once, and finds nothing to do the second time',
  { timeout: 60_000 },
  async () => {
    const file = gunzipSync(readFileSync(join(data, 'cms-hospitals.csv.gz'))).toString('utf8')
    // PostgreSQL's statistics are from before the file: no plan may scan the file once per row.
    for (const table of ['import_rows', 'facilities', 'sites', 'organizations'])
      await fixture.rows(`analyze public.${table}`)
    const { id, counts: found } = await bring(file)
    expect(found.new + found.changed).toBe(5_381)
    await commit(id)
    expect((await bring(file)).counts).toEqual(counts({ unchanged: 5_381 }))
    expect(
      await fixture.rows(
        `select count(*)::int as named from public.facilities where kind = 'site' and name = 'Memorial Hospital' and id in (select id from public.sites where cms_certification_number is not null)`,
      ),
    ).toEqual([{ named: 13 }])
  },
)

it.each(['school_super_admin', 'school_admin', 'facility_admin', 'proctor', 'student'] as const)(
  'is refused to a %s, by the guard and by the database',
  async (role) => {
    const tenant =
      role === 'facility_admin' ? { facility: await fixture.facility() } : { school: await fixture.school() }
    const somebody = await fixture.person({ role, ...tenant })
    const { id } = await bring(heading + clinic('080001', 'REFUSED'))
    const as = await context(somebody)
    await expect(
      call(router.start, { id: randomUUID(), kind: 'sites', file_name: 'x.csv' }, { context: as }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const job_id = randomUUID()
    await expect(call(router.commit, { id, job_id }, { context: as })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(call(router.judge, { id, job_id }, { context: as })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(call(router.report, { id }, { context: as })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    for (const statement of [
      sql`insert into public.imports (id, kind, file_name) values (${randomUUID()}, 'sites', 'x')`,
      sql`insert into public.import_rows (import_id, line, data) values (${id}, 99, '{}')`,
      sql`insert into public.sites (id, slug) values (${randomUUID()}, 'x')`,
      sql`insert into public.organizations (id, slug) values (${randomUUID()}, 'x')`,
    ])
      await expect(fixture.act(somebody, (tx) => statement.execute(tx))).rejects.toMatchObject({
        code: '42501',
      })
    for (const statement of [
      sql`update public.imports set status = 'committed' where id = ${id}`,
      sql`update public.import_rows set is_left_out = true where import_id = ${id}`,
      sql`delete from public.imports where id = ${id}`,
    ])
      expect((await fixture.act(somebody, (tx) => statement.execute(tx))).numAffectedRows).toBe(0n)
    expect(await fixture.act(somebody, (tx) => imports.list(tx, 'sites'))).toEqual([])
    expect(
      (
        await fixture.act(somebody, (tx) =>
          imports.findRows(tx, { id, verdict: 'all', q: '', page: 1, page_size: 9 }),
        )
      ).total,
    ).toBe(0)
  },
)

it("a site's facts from a public list cannot be changed by its facility", async () => {
  const facility = await fixture.facility({ kind: 'site', parent: await fixture.facility() })
  const frank = await fixture.person({ role: 'facility_admin', facility })
  const rename = (column: string, to: string) => (tx: Tx) =>
    sql`update public.sites set ${sql.ref(column)} = ${sql.lit(to)} where id = ${facility}`.execute(tx)
  await fixture.act(frank, rename('dress_code', 'Navy scrubs'))
  await expect(fixture.act(frank, rename('ownership', 'Mine'))).rejects.toThrow('append-only')
  await expect(fixture.act(frank, rename('has_emergency_services', 'true'))).rejects.toThrow('append-only')
})

it('nothing is added below an organization that was archived since the preview', async () => {
  const organization = await fixture.facility({ kind: 'organization' })
  const { id } = await bring(heading + clinic('090009', 'TOO LATE'), 'sites', organization)
  await fixture.rows(`update public.facilities set status = 'archived' where id = $1`, [organization])
  await expect(commit(id)).rejects.toThrow('Choose an organization that is active.')
})

it('is refused to anonymous callers', async () => {
  await expect(call(router.list, { kind: 'sites' }, { context: await context(null) })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
})
