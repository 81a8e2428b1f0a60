import { sql } from 'kysely'
import { reasonWords } from '#core/automatic-reasons.ts'
import { UNNAMED } from '#core/directory.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Swap, SwapFilter } from '../../contract.ts'
import { inWords, type SeatFacts } from './seat-facts.ts'

const open = ['proposed', 'accepted'] as const

/** The swaps that the caller can see at their school, open first, then newest: one page, or all without a page. */
export async function listSwaps(
  tx: Tx,
  { open_only, status, page, page_size }: Partial<SwapFilter> = {},
): Promise<{ rows: Swap[]; total: number }> {
  let found = tx
    .selectFrom('shift_swaps as w')
    .where('w.school_id', '=', sql<string>`(select app.selected_school_id())`)
  if (open_only) found = found.where('w.status', 'in', open)
  if (status) found = found.where('w.status', '=', status)
  let query = found
    .select([
      'w.id',
      'w.status',
      'w.from_student_id',
      'w.to_student_id',
      'w.note',
      'w.reason',
      'w.created_at',
    ])
    .select([
      sql<string | null>`app.name_in_swap(w.id, w.from_student_id)`.as('from_name'),
      sql<string | null>`app.name_in_swap(w.id, w.to_student_id)`.as('to_name'),
      sql<SeatFacts>`app.seat_facts(w.assignment_id)`.as('given'),
      sql<SeatFacts | null>`app.seat_facts(w.other_assignment_id)`.as('returned'),
    ])
    .orderBy((order) => order('w.status', 'in', open), 'desc')
    .orderBy('w.created_at', 'desc')
    .orderBy('w.id')
  if (page && page_size) query = query.limit(page_size).offset((page - 1) * page_size)
  const read = await query.execute()
  const rows = read.map(({ given, returned, from_name: from, to_name: to, ...row }) => ({
    ...row,
    reason: reasonWords(row.reason),
    from_name: from ?? UNNAMED,
    to_name: to ?? UNNAMED,
    given: inWords(given),
    returned: returned && inWords(returned),
  })) as Swap[]
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}
