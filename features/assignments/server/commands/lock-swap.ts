import { sql } from 'kysely'
import { UNNAMED } from '#core/directory.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Swap } from '../../contract.ts'
import { seatRefusals } from '../../messages.ts'
import type { SwapParty } from '../../rules.ts'
import type { SeatFacts } from '../queries/seat-facts.ts'
import { lockShift } from './lock-shift.ts'

export type LockedSwap = {
  id: string
  status: Swap['status']
  party: Exclude<SwapParty, 'system'>
  /** True if the school lets students choose shifts themselves. */
  students_choose: boolean
  /** True if one of its shifts has moved since it was proposed. */
  has_moved: boolean
  /** True if one of its seats makes up hours. */
  has_makeup: boolean
  from_name: string
  /** The shift of the seat that is given away. */
  shiftId: string
  shift_facts: ShiftFacts
}

/** Locks a swap, after its shifts; refuses if it is none of the caller's. */
export async function lockSwap(tx: Tx, id: string): Promise<LockedSwap> {
  const swap = await tx
    .selectFrom('shift_swaps as w')
    .innerJoin('schools as c', 'c.id', 'w.school_id')
    .where('w.id', '=', id)
    .select([
      sql<SeatFacts>`app.seat_facts(w.assignment_id)`.as('given'),
      sql<SeatFacts | null>`app.seat_facts(w.other_assignment_id)`.as('returned'),
      sql<
        LockedSwap['party']
      >`case app.uid() when w.from_student_id then 'proposer' when w.to_student_id then 'classmate' else 'school' end`.as(
        'party',
      ),
      sql<string>`coalesce(app.name_in_swap(w.id, w.from_student_id), ${UNNAMED}::text)`.as('from_name'),
      sql<boolean>`coalesce((c.settings ->> 'self_signup')::boolean, false)`.as('students_choose'),
    ])
    .executeTakeFirst()
  if (!swap) return refuse(seatRefusals, refusal('swap.not_found'))
  const { given, returned, ...rest } = swap
  // In the order of their ids, same as in every command.
  const shifts = new Set([given, returned].flatMap((seat) => seat?.shift_id ?? []))
  for (const shift of [...shifts].toSorted()) await lockShift(tx, { id: shift })
  const { status, has_moved, has_makeup } = await tx
    .selectFrom('shift_swaps as w')
    .where('w.id', '=', id)
    .select([
      sql<Swap['status']>`w.status`.as('status'),
      // The classmate may not see the proposer's seat, so their yes is looked at again when the school decides.
      sql<boolean>`exists (select from public.assignments a where a.id in (w.assignment_id, w.other_assignment_id) and a.moved_at > w.created_at)`.as(
        'has_moved',
      ),
      sql<boolean>`exists (select from public.assignments a where a.id in (w.assignment_id, w.other_assignment_id) and a.makeup_for is not null)`.as(
        'has_makeup',
      ),
    ])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { shift_id: shiftId, ...facts } = given
  return { ...rest, id, status, has_moved, has_makeup, shiftId, shift_facts: facts }
}
