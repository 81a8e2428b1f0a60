import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Program, RegulatoryProfile } from '../../contract.ts'
import { schoolRefusals } from '../../messages.ts'
import { profile, program } from '../queries/find-schools.ts'
import { type LockedSchool, lockSchool, type Seen } from './lock-school.ts'

/** Locks a program's school, which serializes changes of its programs, and returns both with the board it follows. */
export async function lockProgram(
  tx: Tx,
  { id, version }: Seen,
): Promise<{ program: Program; board: RegulatoryProfile | null }> {
  const found = (await program(tx, id)) ?? refuse(schoolRefusals, refusal('program.missing'))
  const school = await lockSchool(tx, { id: found.school_id })
  const current = (await program(tx, id))!
  if (current.version !== version) refuse(schoolRefusals, refusal('program.old_version'))
  return { program: current, board: await boardOf(tx, school) }
}

/** The board that a locked school follows, or null. */
export async function boardOf(
  tx: Tx,
  { regulatory_profile_id: id }: LockedSchool,
): Promise<RegulatoryProfile | null> {
  return id === null ? null : ((await profile(tx, id)) ?? null)
}
