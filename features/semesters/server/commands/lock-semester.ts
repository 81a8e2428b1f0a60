import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { semesterRefusals } from '../../messages.ts'
import { findSemester, type SemesterRecord } from '../queries/list-semesters.ts'

/** A semester, and the version of it that the caller saw. */
export type Seen = { id: string; version: number }

/** Locks a semester until the transaction ends, so that no one changes it or its number of shifts during the check; refuses if it is not there. */
export async function lockSemester(tx: Tx, id: string): Promise<SemesterRecord> {
  await sql`select 1 from public.semesters where id = ${id} for update`.execute(tx)
  return (await findSemester(tx, id)) ?? refuse(semesterRefusals, refusal('semester.missing'))
}

/** The same for a command on one semester: refuses also if it changed since the caller read it. */
export async function lockSeen(tx: Tx, { id, version }: Seen): Promise<SemesterRecord> {
  const held = await lockSemester(tx, id)
  if (held.version !== version) refuse(semesterRefusals, refusal('semester.old_version'))
  return held
}
