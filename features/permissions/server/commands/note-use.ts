import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { PermissionType } from '../../contract.ts'

/** Records that the caller used their permissions: at most one write an hour, and none while someone acts as them. */
export async function noteUse(tx: Tx, types: readonly PermissionType[]): Promise<void> {
  await sql`select app.use_permission(t) from unnest(${types}::text[]) t`.execute(tx)
}
