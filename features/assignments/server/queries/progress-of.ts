import { noHours, shownFacts, shownHoursOf } from '#features/hours/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { Progress } from '../../contract.ts'

/** The caller's own progress; none for someone who is no student of a school. */
export async function ownProgress(tx: Tx, userId: string): Promise<Progress> {
  return (await progressOf(tx, userId)) ?? noHours(userId)
}

/** The progress of a student; null for anyone unrelated to the student. */
export async function progressOf(tx: Tx, studentId: string): Promise<Progress | null> {
  const { rows } = await sql<{ facts: Parameters<typeof shownHoursOf>[0] }>`
    select ${shownFacts(sql`${studentId}::uuid`)} as facts`.execute(tx)
  return shownHoursOf(rows[0]!.facts)
}
