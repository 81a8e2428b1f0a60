import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/**
 * From here to the end of the transaction no one gives this student anything on any day: what is being given is waited for. The guard
 * of seats (features/departures/db/guards.sql) takes the same lock, shared, before it reads the leaves and the capstone days.
 */
export async function lockDays(tx: Tx, studentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('leave'), hashtext(${studentId}::text))`.execute(tx)
}

/** Waits for a leave of this student that is being recorded; several may plan days for the student at once. */
export async function waitForLeave(tx: Tx, studentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('leave'), hashtext(${studentId}::text))`.execute(tx)
}
