import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import { newTenantName } from '../../rules.ts'

export type SignUp = {
  request_id: string
  email: string
  full_name: string
  role: string
  school_id?: string | undefined
  join_code?: string | undefined
  facility_id?: string | undefined
  tenant_name?: string | undefined
  message?: string | undefined
}

/**
 * As the sign-in login: creates an account pending approval, or returns the one that
 * this form created before; undefined if someone else has the address.
 */
export async function createUser(
  tx: Tx,
  input: SignUp,
  passwordHash: string,
): Promise<{ id: string; email: string; full_name: string; is_new: boolean } | undefined> {
  const { rows } = await sql<{ id: string; email: string; full_name: string; is_new: boolean }>`
    select id, email, full_name, created_at = now() as is_new from public.custom_auth_create_user(
      email_input => ${input.email}, password_hash_input => ${passwordHash}, full_name_input => ${input.full_name},
      role_input => ${input.role}, school_id_input => ${input.school_id ?? null}, join_code_input => ${input.join_code ?? null},
      facility_id_input => ${input.facility_id ?? null}, tenant_input => ${newTenantName(input.role, input)},
      message_input => ${input.message?.trim() || null}, request_id_input => ${input.request_id}::uuid)`.execute(
    tx,
  )
  return rows[0]
}
