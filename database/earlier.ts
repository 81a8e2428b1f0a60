/**
 * Releases from which databases must still be upgraded, one file each in `earlier/`: what a start of the release applied, and some rows.
 * `scripts/keep-schema.ts` writes a file, `upgrade.db.test.ts` upgrades from each.
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
  /** The statements that installed the job queue. */
  queue: [statement: string, values: unknown[]][]
  /** What each start applied as a whole: functions, triggers, policies, reference data. */
  statements: string
  /** Rows of its other tables. */
  rows: Record<string, Record<string, unknown>[]>
}

/** Releases, named by the number of their last migration. */
export const releases = readdirSync(FOLDER)
  .filter((file) => file.endsWith(END))
  .map((file) => file.slice(0, -END.length))
  .sort()

export async function readRelease(name: string): Promise<Release> {
  return JSON.parse(brotliDecompressSync(await readFile(join(FOLDER, name + END))).toString())
}

/** Writes a release to its file; returns its size in bytes. */
export async function keepRelease(name: string, release: Release): Promise<number> {
  const text = JSON.stringify(release)
  const bytes = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } })
  await writeFile(join(FOLDER, name + END), bytes)
  return bytes.length
}

/** Turns an empty database into one of this release. The login is a superuser; its role becomes the database's owner. */
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
  // Inserted as they were read, without triggers.
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
