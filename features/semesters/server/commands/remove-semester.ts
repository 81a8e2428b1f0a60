import { sql } from 'kysely'
import { refuse, refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { semesterRefusals } from '../../messages.ts'
import { lifecycleNow } from '../../rules.ts'
import { deletionBlocker, recordsKeep } from '../../rules/ending.ts'
import { countShifts } from '../queries/count-shifts.ts'
import { lockSeen, type Seen } from './lock-semester.ts'
import { removeDrafts } from './remove-drafts.ts'

/** Deletes a semester that contains only drafts, with them; returns how many were deleted. */
export async function removeSemester(tx: Tx, seen: Seen): Promise<number> {
  const held = await lockSeen(tx, seen)
  const semester = { name: held.name, lifecycle: lifecycleNow(held) }
  const shiftsByStatus = await countShifts(tx, held.id)
  refuseIf(semesterRefusals, deletionBlocker(semester, shiftsByStatus))
  try {
    const removed = await removeDrafts(tx, sql`semester_id = ${held.id}`)
    await tx.deleteFrom('semesters').where('id', '=', held.id).execute()
    return removed
  } catch (error) {
    // Hours, evaluations, reports, capstone projects, wishlists, automations and terms of Canvas keep their semester.
    if (!isForeignKey(error)) throw error
    return refuse(semesterRefusals, recordsKeep(semester, shiftsByStatus))
  }
}

const isForeignKey = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23503'
