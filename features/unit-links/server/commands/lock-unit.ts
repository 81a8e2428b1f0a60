import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { findUnit, type Unit } from '../queries/standing.ts'

/** A unit that the caller runs, with its links locked: concurrent changes wait. Undefined for any other unit. */
export async function lockUnit(tx: Tx, id: string): Promise<Unit | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('unit link ' || ${id}, 0))`.execute(tx)
  return findUnit(tx, id)
}
