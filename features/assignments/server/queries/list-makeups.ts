import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { MakeupFilter, MakeupNeed } from '../../contract.ts'
import { inWords, type SeatFacts } from './seat-facts.ts'

/** The hours to make up that the caller can see at their school, open first, then newest: one page, or all without a page. */
export async function listMakeups(
  tx: Tx,
  { open_only, student_id, page, page_size }: Partial<MakeupFilter> = {},
): Promise<{ rows: MakeupNeed[]; total: number }> {
  let found = tx
    .selectFrom('makeup_needs as m')
    .leftJoin('users as u', 'u.id', 'm.student_id')
    .where('m.school_id', '=', sql<string>`(select app.selected_school_id())`)
  if (open_only) found = found.where('m.status', '=', 'open')
  if (student_id) found = found.where('m.student_id', '=', student_id)
  let query = found
    .select([
      'm.id',
      'm.student_id',
      'm.specialty',
      'm.reason',
      'm.status',
      'm.waived_reason',
      'm.created_at',
    ])
    .select([
      // The caller may no longer read students who have left for another school.
      sql<string>`coalesce(u.full_name, 'Former student')`.as('full_name'),
      sql<number>`m.hours::float8`.as('hours'),
      sql<SeatFacts>`app.seat_facts(m.assignment_id)`.as('missed'),
      sql<SeatFacts | null>`app.seat_facts(m.makeup_assignment_id)`.as('makeup'),
    ])
    .orderBy((order) => order('m.status', '=', 'open'), 'desc')
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id')
  if (page && page_size) query = query.limit(page_size).offset((page - 1) * page_size)
  const read = await query.execute()
  const rows = read.map(({ missed, makeup, ...row }) => ({
    ...row,
    missed: inWords(missed),
    makeup: makeup && inWords(makeup),
  })) as MakeupNeed[]
  const { total } = await found
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total }
}
