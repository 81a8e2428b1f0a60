/**
 * Stores what this release turns a database into, for the test that later releases upgrade it: `node scripts/bootstrap.mjs keep-schema`, once
 * the last migration of a release is in. The oldest stored file stays; those between it and the new one are removed.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { functionsAndPolicies } from '#database/apply.ts'
import { keepRelease, type Release, releases } from '#database/earlier.ts'
import { insertRow, isPersonal, MADE, makeRows, readTables, type Tenant } from '#database/matrix-rows.ts'
import { createFixture, type Fixture } from '#database/testing.ts'
import { startTestServer } from '#database/test-server.ts'
import { installJobQueue } from '#platform/server/job-queue.ts'

const server = await startTestServer()
try {
  const fixture = await createFixture()
  const { migrations, last } = await landed(fixture)
  const release: Release = {
    migrations,
    queue: await queueStatements(fixture),
    statements: (await functionsAndPolicies()).replaceAll(/^\s*--.*\n/gm, ''),
    rows: await exampleRows(fixture),
  }
  await fixture.close()
  const bytes = await keepRelease(last, release)
  for (const between of releases.slice(1))
    if (between !== last) await rm(join(import.meta.dirname, `../database/earlier/${between}.json.br`))
  console.log(`database/earlier/${last}.json.br: ${bytes} bytes`)
} finally {
  await server.stop()
}

async function landed(fixture: Fixture): Promise<{ migrations: Record<string, string>; last: string }> {
  const rows = await fixture.rows<{ name: string; hash: string }>(
    `select name, hash from deploy.applied where name like '%.sql' order by name`,
  )
  return {
    migrations: Object.fromEntries(rows.map(({ name, hash }) => [name, hash])),
    last: rows.at(-1)!.name.split('-')[0]!,
  }
}

/** The statements that install the job queue in a database without it. */
async function queueStatements({ admin }: Fixture): Promise<Release['queue']> {
  const said: Release['queue'] = []
  const client = {
    query(statement: string, values: unknown[] = []) {
      said.push([statement, values])
      return admin.query(statement, values)
    },
  } as pg.Client
  await admin.query('set role app_owner; drop schema boss cascade')
  await installJobQueue(client, 'app_worker', () => false)
  await admin.query('reset role')
  return said
}

/** At least one row of each table, as in the access matrix: of one school, and of two of its people. */
async function exampleRows(fixture: Fixture): Promise<Release['rows']> {
  const before = new Set((await everyRow(fixture)).map(({ table, row }) => table + JSON.stringify(row)))
  const school = await fixture.school()
  const facility = await fixture.facility()
  const site = await fixture.facility({ kind: 'site', parent: facility })
  const unit = await fixture.facility({ kind: 'unit', parent: site })
  const { id: student } = await fixture.person({ role: 'student', school })
  const { id: proctor } = await fixture.person({ role: 'proctor', school })
  const tenant: Tenant = { name: 'A', school, facility, site, unit, proctor, student, rows: new Map() }
  for (const table of await readTables(fixture.admin)) {
    if (MADE.includes(table.name)) continue
    for (const person of isPersonal(table) ? [student, proctor] : [student])
      for (const row of makeRows(table, tenant, person))
        tenant.rows.set(table.name, await insertRow(fixture.admin, table, row))
  }
  const added = (await everyRow(fixture)).filter(({ table, row }) => !before.has(table + JSON.stringify(row)))
  const byTable = Map.groupBy(added, ({ table }) => table)
  return Object.fromEntries([...byTable].map(([table, rows]) => [table, rows.map(({ row }) => row)]))
}

async function everyRow({ admin }: Fixture): Promise<{ table: string; row: Record<string, unknown> }[]> {
  const { rows: tables } = await admin.query<{ table: string }>(
    `select format('%I.%I', n.nspname, c.relname) as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'priv', 'app') and c.relkind = 'r' order by 1`,
  )
  const all = []
  for (const { table } of tables) {
    const { rows } = await admin.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(t) as row from ${table} t`,
    )
    all.push(...rows.map(({ row }) => ({ table, row })))
  }
  return all
}
