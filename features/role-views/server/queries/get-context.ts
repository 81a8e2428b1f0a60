import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { RoleContext } from '../../contract.ts'

export type ContextData = { user_id: string; user_role: string; selected_school_id: string | null }

export async function getContext(tx: Tx): Promise<RoleContext> {
  const { rows } = await sql<{ context: RoleContext }>`
    select public.get_custom_auth_context() as context`.execute(tx)
  return rows[0]!.context
}
