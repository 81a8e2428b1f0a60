import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Holiday } from '../../contract.ts'

/** The federal holidays from one day to another, both included. */
export async function holidaysBetween(tx: Tx, from: string, to: string): Promise<Holiday[]> {
  const { rows } = await sql<Holiday>`
    select date, name from public.holidays where date between ${from}::date and ${to}::date order by date, name`.execute(
    tx,
  )
  return rows
}
