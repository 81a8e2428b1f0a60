/**
 * Releases whose databases still have to be upgraded, one file each in `earlier/`: what their starts did to a database, and
 * some rows. `scripts/keep-schema.ts` writes a file, `upgrade.db.test.ts` upgrades from each.
 */
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type pg from 'pg'

const FOLDER = join(import.meta.dirname, 'earlier')
const END = '.json.br'

export type Release = {
  /** Its migrations with their hashes, in the order in which they landed. */
  migrations: Record<string, string>
  /** What installed the queue of jobs. */
  queue: [statement: string, values: unknown[]][]
  /** What its starts applied whole: functions, triggers, policies, data of reference. */
  statements: string
  /** Rows of its tables besides those. */
  rows: Record<string, Record<string, unknown>[]>
}

/** Each is called by the number of its last migration. */
export const releases = readdirSync(FOLDER)
  .filter((file) => file.endsWith(END))
  .map((file) => file.slice(0, -END.length))
  .sort()

export async function readRelease(name: string): Promise<Release> {
  return JSON.parse(brotliDecompressSync(await readFile(join(FOLDER, name + END))).toString())
}

/** Returns how many bytes it takes. */
export async function keepRelease(name: string, release: Release): Promise<number> {
  const text = JSON.stringify(release)
  const bytes = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } })
  await writeFile(join(FOLDER, name + END), bytes)
  return bytes.length
}

/** Makes of an empty database one that the release made. The login is a superuser, its role the database's owner. */
export async function restoreRelease(client: pg.Client, release: Release): Promise<void> {
  await client.query(`set role app_owner; set datestyle = 'ISO, MDY'; set timezone = 'UTC'; create schema deploy;
    create table deploy.applied (name text primary key, hash text not null, applied_at timestamptz not null default now())`)
  for (const [name, hash] of Object.entries(release.migrations)) {
    const statements = await readFile(join(import.meta.dirname, 'migrations', name), 'utf8')
    await client.query(`begin; ${statements}; commit`)
    await client.query('insert into deploy.applied (name, hash) values ($1, $2)', [name, hash])
  }
  for (const [statement, values] of release.queue) await client.query(statement, values)
  await client.query(release.statements)
  // As they were read, whatever triggers would make of them.
  await client.query(`reset role; set session_replication_role = replica`)
  for (const [table, rows] of Object.entries(release.rows)) await putBack(client, table, rows)
}

async function putBack(client: pg.Client, table: string, rows: Record<string, unknown>[]): Promise<void> {
  const columns = await client.query<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const { names } = columns.rows[0]!
  await client.query(
    `insert into ${table} (${names}) overriding system value
     select ${names} from jsonb_populate_recordset(null::${table}, $1)`,
    [JSON.stringify(rows)],
  )
}
