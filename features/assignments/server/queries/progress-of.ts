import { shownFacts, shownHoursOf } from '#features/hours/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { Progress } from '../../contract.ts'

export async function ownProgress(tx: Tx): Promise<Progress> {
  return (await progressOf(tx, null))!
}

/** The progress of a student, or of the caller without an id; null for anyone unrelated to the student. */
export async function progressOf(tx: Tx, studentId: string | null): Promise<Progress | null> {
  const { rows } = await sql<{ facts: Parameters<typeof shownHoursOf>[0] }>`
    select ${shownFacts(sql`coalesce(${studentId}::uuid, app.uid())`)} as facts`.execute(tx)
  return shownHoursOf(rows[0]!.facts)
}
