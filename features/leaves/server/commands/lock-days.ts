import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/**
 * Until the end of the transaction no one can give this student anything on any day; waits for those who are doing so. The guard of seats
 * (features/departures/db/guards.sql) takes the same lock, shared, before it reads the leaves and the capstone days.
 */
export async function lockDays(tx: Tx, studentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('leave'), hashtext(${studentId}::text))`.execute(tx)
}

/** Waits while a leave of this student is being recorded; the lock is shared, so several may plan the student's days at once. */
export async function waitForLeave(tx: Tx, studentId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('leave'), hashtext(${studentId}::text))`.execute(tx)
}
