import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { semesterRefusals } from '../../messages.ts'
import { readSemester, type SemesterRecord } from '../queries/list-semesters.ts'

/** A semester, and the version of it that the caller saw. */
export type Seen = { id: string; version: number }

/**
 * Locks semesters until the transaction ends, so that no one changes them or their number of shifts during the check. In the order of their
 * ids, so that two that lock the same ones never wait for each other.
 */
export async function lockSemesters(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`select 1 from public.semesters where id = any (${ids}::uuid[]) order by id for update`.execute(tx)
}

/** Locks a semester for a command; refuses if it is not there, or changed since the caller read it. */
export async function lockSeen(tx: Tx, { id, version }: Seen): Promise<SemesterRecord> {
  await lockSemesters(tx, [id])
  const held = await readSemester(tx, id)
  if (held.version !== version) refuse(semesterRefusals, refusal('semester.old_version'))
  return held
}
