import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { VerdictCounts } from '../../contract.ts'
import { judgeSchools, judgeSites, attachSites } from '../queries/judge-sets.ts'
import { lockImport } from './lock-import.ts'
import { refuseInactive } from './refuse-inactive.ts'

/** Judges every row and returns the counts; for a committed file it only returns its counts. `isFinal`: right before writing. */
export async function judgeRows(tx: Tx, id: string, { isFinal = false } = {}): Promise<VerdictCounts> {
  const { kind, status, counts, organization_id: chosen } = await lockImport(tx, id)
  if (status !== 'open') return counts
  await (kind === 'sites' ? judgeSites : judgeSchools)(tx, id)
  if (isFinal && kind === 'sites') {
    if (chosen !== null) await refuseInactive(tx, chosen)
    await attachSites(tx, id, chosen)
  }
  const { rows } = await sql<{ counts: VerdictCounts }>`
    update public.imports i set counts = jsonb_build_object('new', 0, 'changed', 0, 'unchanged', 0, 'duplicate', 0, 'invalid', 0, 'left_out', 0)
      || coalesce((select jsonb_object_agg(c.verdict, c.rows) from (
        select r.verdict, count(*) as rows from public.import_rows r where r.import_id = ${id}::uuid and r.verdict is not null group by 1) c), '{}')
    where i.id = ${id}::uuid returning i.counts`.execute(tx)
  return rows[0]!.counts
}
