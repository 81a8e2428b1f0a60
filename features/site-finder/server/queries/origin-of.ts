import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { Origin } from '../../contract.ts'

/** The location of a ZIP code; undefined if there is no such code. */
export async function originOf(tx: Tx, zip: string): Promise<Origin | undefined> {
  const { rows } = await sql<Origin>`
    select postal_code as zip, city, state, latitude, longitude from public.postal_codes where postal_code = ${zip}`.execute(
    tx,
  )
  return rows[0]
}
