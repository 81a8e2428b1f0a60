import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { ImportRun } from '../../contract.ts'
import { refuseInactive } from './refuse-inactive.ts'

type Start = Pick<ImportRun, 'id' | 'kind' | 'file_name'> & { organization_id: string | null }

/** Starts an import. Deletes the caller's earlier ones of the same kind that were never written. */
export async function startImport(
  tx: Tx,
  me: { realUserId: string },
  { id, kind, file_name, organization_id }: Start,
): Promise<void> {
  if (organization_id !== null) await refuseInactive(tx, organization_id)
  await tx
    .deleteFrom('imports')
    .where('created_by', '=', me.realUserId)
    .where('kind', '=', kind)
    .where('status', '=', 'open')
    .where('id', '<>', id)
    .execute()
  await sql`insert into public.imports (id, kind, file_name, organization_id)
    values (${id}::uuid, ${kind}, ${file_name}, ${organization_id}::uuid) on conflict (id) do nothing`.execute(
    tx,
  )
}
