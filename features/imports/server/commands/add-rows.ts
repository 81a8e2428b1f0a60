import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { lockOpenImport } from './lock-import.ts'

/** Adds rows to an open import; replaces existing lines. Returns how many. */
export async function addRows(tx: Tx, id: string, rows: readonly unknown[]): Promise<number> {
  await lockOpenImport(tx, id)
  const { numAffectedRows } = await sql`
    insert into public.import_rows (import_id, line, data, problem, note)
    select ${id}::uuid, r.line, r.data, left(r.problem, 2000), left(r.note, 2000)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (line integer, data jsonb, problem text, note text)
    on conflict (import_id, line) do update set data = excluded.data, problem = excluded.problem, note = excluded.note, verdict = null`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0)
}
