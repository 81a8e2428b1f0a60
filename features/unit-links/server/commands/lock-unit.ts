import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { findUnit, type Unit } from '../queries/standing.ts'

/** A unit that the asker runs, with its links held: who changes them at the same moment waits. Nothing for all other units. */
export async function lockUnit(tx: Tx, id: string): Promise<Unit | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('unit link ' || ${id}, 0))`.execute(tx)
  return findUnit(tx, id)
}
