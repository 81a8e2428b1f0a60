import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

export async function findExpiry(tx: Tx, id: string): Promise<string> {
  const { rows } = await sql<{ expires_at: string }>`
    select expires_at from public.invitations where id = ${id}::uuid`.execute(tx)
  return rows[0]!.expires_at
}
