import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { ShiftPlanRow, ShiftPlanStatus } from '../../contract.ts'
import { planColumns, planJoins, type PlanRecord, rowOf } from './find-plan.ts'

/** The plans of a school that the actor may see, newest first; discarded ones only on request. */
export async function listPlans(
  tx: Tx,
  schoolId: string,
  {
    status,
    page,
    page_size: size,
  }: { status?: ShiftPlanStatus | undefined; page: number; page_size: number },
): Promise<{ rows: ShiftPlanRow[]; total: number }> {
  const which = status === undefined ? sql`p.status <> 'discarded'` : sql`p.status = ${status}`
  const { rows } = await sql<PlanRecord & { total: number }>`
    select ${planColumns}, (count(*) over ())::integer as total ${planJoins} where p.school_id = ${schoolId}::uuid and ${which}
    order by p.created_at desc, p.id limit ${size} offset ${(page - 1) * size}`.execute(tx)
  // A page after the last: how many there are is known from the first.
  if (rows.length === 0 && page > 1)
    return { rows: [], total: (await listPlans(tx, schoolId, { status, page: 1, page_size: size })).total }
  return { rows: rows.map(({ total: _total, ...row }) => rowOf(row)), total: rows[0]?.total ?? 0 }
}
