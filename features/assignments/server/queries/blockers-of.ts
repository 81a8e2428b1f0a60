import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { ClearanceBrief } from '#features/credentials/contract.ts'
import { notClearedInWords } from '#features/credentials/rules.ts'
import { clearanceOnShift } from '#features/credentials/server/public.ts'
import type { SeatBlock } from '../../contract.ts'
import { blockerOf, type FoundBlocker, withClearance } from '../../rules.ts'

export type Found = FoundBlocker & { clearance: ClearanceBrief | null }

/**
 * The rule that keeps each of these students from a shift, in order, for those who
 * may assign them; a null rule if nothing does. Clearance is computed now.
 */
export async function blockersOf(tx: Tx, shiftId: string, students: readonly string[]): Promise<Found[]> {
  const { rows } = await sql<{ student_id: string; block: SeatBlock | null }>`
    select * from app.blocks_on_shift(${shiftId}::uuid, ${students}::uuid[])`.execute(tx)
  const cleared = await clearanceOnShift(tx, shiftId, students)
  const inOrder = rows.toSorted((a, b) => students.indexOf(a.student_id) - students.indexOf(b.student_id))
  return inOrder.map(({ student_id, block }) => {
    const clearance = cleared.get(student_id) ?? null
    return { student_id, ...withClearance(blockerOf(block), notClearedInWords(clearance)), clearance }
  })
}
