import { notClearedInWords } from '#features/credentials/rules.ts'
import { clearanceOnShift } from '#features/credentials/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import { sql } from 'kysely'
import type { Candidate, SeatBlock } from '../../contract.ts'
import { blockerOf, withClearance } from '../../rules.ts'

type FoundCandidate = Pick<Candidate, 'student_id' | 'full_name' | 'cohort_name' | 'hours'> & {
  block: SeatBlock | null
}

/** Students who are not blocked come first, fewest hours first; they are found before the list is cut off. */
export async function listCandidates(tx: Tx, shiftId: string, q: string): Promise<Candidate[]> {
  const { rows } = await sql<FoundCandidate>`
    with c as materialized (select * from app.seat_candidates(${shiftId}::uuid, ${containing(q)}))
    select c.*, b.block from app.blocks_on_shift(${shiftId}::uuid, array(select c.student_id from c)) b join c using (student_id)
    where not coalesce(b.block ? 'on_it', false) order by b.block is not null, c.hours, c.full_name, student_id limit 200`.execute(
    tx,
  )
  const cleared = await clearanceOnShift(
    tx,
    shiftId,
    rows.map(({ student_id: id }) => id),
  )
  return rows
    .map(({ block, ...row }) => {
      const clearance = cleared.get(row.student_id) ?? null
      return { ...row, ...withClearance(blockerOf(block), notClearedInWords(clearance)), clearance }
    })
    .toSorted((a, b) => Number(a.rule !== null) - Number(b.rule !== null))
}
