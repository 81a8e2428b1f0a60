import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { RoleContext } from '../../contract.ts'
import type { ContextData } from '../queries/get-context.ts'

export async function setContext(tx: Tx, data: ContextData): Promise<RoleContext> {
  const { rows } = await sql<{ context: RoleContext }>`
    select public.set_custom_auth_context_batch(${JSON.stringify(data)}::jsonb) as context`.execute(tx)
  return rows[0]!.context
}

export async function clearContext(tx: Tx): Promise<void> {
  await sql`select public.clear_custom_auth_context()`.execute(tx)
}
