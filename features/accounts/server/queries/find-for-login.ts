import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

export type LoginRow = {
  id: string
  password_hash: string | null
  client_setting: string | null
  email_verified: boolean
  status: string
}

export async function findForLogin(tx: Tx, email: string): Promise<LoginRow | undefined> {
  const { rows } = await sql<LoginRow>`select * from public.custom_auth_get_user_for_login(${email})`.execute(
    tx,
  )
  return rows[0]
}
