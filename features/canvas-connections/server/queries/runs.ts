import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CanvasRun, RosterChange } from '../../contract.ts'
import { canvasRefusals } from '../../messages.ts'

const columns = sql`r.id, r.kind, r.status, u.full_name as requested_by_name, r.requested_by is null as is_daily, r.created_at, r.started_at, r.finished_at,
  r.courses_total, r.courses_done, r.people, r.added, r.updated, r.dropped, r.conflicts, r.errors`
const from = sql`public.canvas_runs r left join public.users u on u.id = r.requested_by`

/** Tests and readings of a connection, newest first. */
export async function listRuns(
  tx: Tx,
  { id, ...paged }: { id: string; page: number; page_size: number },
): Promise<{ rows: CanvasRun[]; total: number }> {
  const { rows } = await sql<CanvasRun & { total: number }>`
    select ${columns}, (count(*) over ())::integer as total from ${from} where r.connection_id = ${id}::uuid
    order by r.created_at desc, r.id limit ${paged.page_size} offset ${(paged.page - 1) * paged.page_size}`.execute(
    tx,
  )
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** The queued or running run of each connection. */
export async function findOpenRuns(tx: Tx, ids: readonly string[]): Promise<Map<string, CanvasRun>> {
  const { rows } = await sql<CanvasRun & { connection_id: string }>`
    select ${columns}, r.connection_id from ${from} where r.connection_id = any(${[...ids]}::uuid[]) and r.status in ('queued', 'running')`.execute(
    tx,
  )
  return new Map(rows.map(({ connection_id: of, ...row }) => [of, row]))
}

/** A run with everything it found; throws NOT_FOUND if the actor may not see it. */
export async function getRun(tx: Tx, id: string): Promise<CanvasRun & { changes: RosterChange[] }> {
  const { rows } = await sql<CanvasRun & { changes: RosterChange[] }>`
    select ${columns}, r.changes from ${from} where r.id = ${id}::uuid`.execute(tx)
  return rows[0] ?? refuse(canvasRefusals, refusal('canvas.run_missing'))
}
