import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

export async function bootstrapSuperadmin(tx: Tx, email: string, passwordHash: string): Promise<void> {
  await sql`select public.custom_auth_bootstrap_superadmin_password(${email}, ${passwordHash})`.execute(tx)
}
