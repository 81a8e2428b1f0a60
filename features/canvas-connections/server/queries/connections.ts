import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { CanvasConnection, ConnectionStatus } from '../../contract.ts'
import { canvasRefusals } from '../../messages.ts'
import { findOpenRuns } from './runs.ts'

type Filter = { search: string; status?: ConnectionStatus | undefined; page: number; page_size: number }

/** Connections of schools by school name; those that need action come first. */
export async function listConnections(
  tx: Tx,
  { search, status, ...paged }: Filter,
): Promise<{ rows: CanvasConnection[]; total: number }> {
  const where = sql`(${status ?? null}::text is null or c.status = ${status ?? null}) and (s.name ilike ${containing(search)} or c.base_url ilike ${containing(search)})`
  return read(tx, where, paged)
}

/** One connection; throws NOT_FOUND if the actor may not see it. */
export async function findConnection(tx: Tx, id: string): Promise<CanvasConnection> {
  const { rows } = await read(tx, sql`c.id = ${id}::uuid`, { page: 1, page_size: 1 })
  return rows[0] ?? refuse(canvasRefusals, refusal('canvas.missing'))
}

async function read(tx: Tx, where: ReturnType<typeof sql>, paged: Pick<Filter, 'page' | 'page_size'>) {
  const { rows } = await sql<Omit<CanvasConnection, 'open_run'> & { total: number }>`
    select c.id, c.school_id, s.name as school_name, c.base_url, c.account, c.auth, c.client_id, c.status, c.reads_daily, c.account_name, c.failure,
      c.tested_at, c.read_at, c.secret_set_at, c.version, t.terms, t.terms_mapped, n.sections, n.sections_mapped, p.matched, p.to_decide,
      (count(*) over ())::integer as total
    from public.canvas_connections c join public.schools s on s.id = c.school_id
    cross join lateral (select count(*)::integer as terms, count(*) filter (where x.semester_id is not null)::integer as terms_mapped
      from public.canvas_terms x where x.connection_id = c.id and not x.is_gone) t
    cross join lateral (select count(*)::integer as sections, count(*) filter (where x.cohort_id is not null)::integer as sections_mapped
      from public.canvas_sections x where x.connection_id = c.id and not x.is_gone) n
    cross join lateral (select count(*) filter (where x.status = 'matched')::integer as matched,
      count(*) filter (where x.status in ('conflict', 'new', 'missing'))::integer as to_decide from public.canvas_people x where x.connection_id = c.id) p
    where ${where} order by c.status = 'error' desc, s.name, c.id limit ${paged.page_size} offset ${(paged.page - 1) * paged.page_size}`.execute(
    tx,
  )
  const open = await findOpenRuns(
    tx,
    rows.map(({ id }) => id),
  )
  return {
    rows: rows.map(({ total: _total, ...row }): CanvasConnection => ({
      ...row,
      open_run: open.get(row.id) ?? null,
    })),
    total: rows[0]?.total ?? 0,
  }
}
