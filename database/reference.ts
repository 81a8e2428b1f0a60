import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'
import { federalHolidays } from '#core/federal-holidays.ts'
import { readImport, schoolOf, siteOf, type SchoolRow, type SiteRow } from '#features/imports/rules.ts'
import { readCsv } from '#features/imports/server/public.ts'
import { asOwner } from './as-owner.ts'

const folder = join(import.meta.dirname, 'seeds/data')
const STAMP = 'reference: postal codes'

/** The hospitals of the United States in Medicare's list (see seeds/data/README.md), in its order. */
export async function realSites(): Promise<SiteRow[]> {
  const { rows } = readImport(
    'sites',
    readCsv(gunzipSync(await readFile(join(folder, 'cms-hospitals.csv.gz')))),
  )
  return rows.map(({ cells }) => siteOf(cells).data)
}

/** The nursing schools of CCNE's directory, then other institutions of the national list, each school once. */
export async function realSchools(): Promise<SchoolRow[]> {
  const lists = [
    await readFile(join(folder, 'us-nursing-schools.csv')),
    gunzipSync(await readFile(join(folder, 'ipeds-hd2023.csv.gz'))),
  ]
  const schools = lists.flatMap((bytes) =>
    readImport('schools', readCsv(bytes)).rows.map(({ cells }) => schoolOf(cells).data),
  )
  const seen = new Set<string>()
  return schools.filter(({ unitid }) => !seen.has(unitid) && seen.add(unitid))
}

/** Loads what every installation starts from, at each start. */
export async function loadReference(adminUrl: string): Promise<void> {
  await loadPostalCodes(adminUrl)
  await loadHolidays(adminUrl)
}

/** How many years ahead the federal holidays are known, counted from each start: longer than a server runs without one. */
const YEARS_AHEAD = 20

/** Adds the federal holidays that are missing, from 2021 on; returns how many. */
export async function loadHolidays(adminUrl: string, year = new Date().getUTCFullYear()): Promise<number> {
  const first = 2021
  const days = Array.from({ length: year + YEARS_AHEAD - first + 1 }, (_, index) =>
    federalHolidays(first + index),
  ).flat()
  return asOwner(adminUrl, async (client) => {
    const { rowCount } = await client.query(
      `insert into public.holidays (date, name) select * from unnest($1::date[], $2::text[]) on conflict do nothing`,
      [days.map(({ date }) => date), days.map(({ name }) => name)],
    )
    return rowCount ?? 0
  })
}

/**
 * Updates the table of postal codes (GeoNames, CC BY 4.0) from the file, once for each edition; returns how many rows it wrote. Runs as the
 * database's owner.
 */
export async function loadPostalCodes(adminUrl: string): Promise<number> {
  const packed = await readFile(join(folder, 'geonames-us-zip.csv.gz'))
  const hash = createHash('sha256').update(packed).digest('hex')
  return asOwner(adminUrl, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtext('placewell postal codes'))`)
    const { rowCount } = await client.query('select 1 from deploy.applied where name = $1 and hash = $2', [
      STAMP,
      hash,
    ])
    const written = rowCount ? 0 : await writePostalCodes(client, readCsv(gunzipSync(packed)).slice(1))
    await client.query(
      `insert into deploy.applied (name, hash) values ($1, $2)
       on conflict (name) do update set hash = excluded.hash, applied_at = now() where applied.hash <> excluded.hash`,
      [STAMP, hash],
    )
    return written
  })
}

async function writePostalCodes(client: pg.Client, records: string[][]): Promise<number> {
  // The first of duplicate codes counts; codes without a state (military mail) have no location.
  const byCode = new Map(
    records
      .filter(({ length, 2: state }) => length === 6 && state)
      .map((record) => [record[0], record])
      .toReversed() as [string, string[]][],
  )
  const codes = [...byCode.values()]
  const column = (at: number) => codes.map((record) => record[at] || null)
  const { rowCount } = await client.query(
    `insert into public.postal_codes as z (postal_code, city, state, county, latitude, longitude)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::float8[], $6::float8[])
     on conflict (postal_code) do update set city = excluded.city, state = excluded.state, county = excluded.county,
       latitude = excluded.latitude, longitude = excluded.longitude
     where (z.city, z.state, z.county, z.latitude, z.longitude)
       is distinct from (excluded.city, excluded.state, excluded.county, excluded.latitude, excluded.longitude)`,
    [0, 1, 2, 3, 4, 5].map(column),
  )
  return rowCount ?? 0
}
