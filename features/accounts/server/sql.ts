import type { TimeFormat } from '#core/time-format.ts'
import type { PasswordOwner } from './own-passwords.ts'
import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { newTenantName } from '../rules.ts'
import type { Tenant, Profile, SignupRequest } from '../contract.ts'

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

// ── Throttles: seconds to wait, 0 when the attempt may go on ──

export async function reserveAttempt(tx: Tx, key: string, free: number, window: string): Promise<number> {
  const { rows } = await sql<{
    wait: number
  }>`select app.reserve_attempt(${key}, ${free}, ${window}::interval) as wait`.execute(tx)
  return rows[0]!.wait
}

export async function forgiveAttempts(tx: Tx, key: string): Promise<void> {
  await tx.deleteFrom('priv.throttles').where('key', '=', key).execute()
}

export { spendQuota } from '#platform/server/count-guess.ts'

/** What went well is not counted: a class that signs in from one address is no attack. */
export async function returnQuota(tx: Tx, key: string): Promise<void> {
  await tx
    .updateTable('priv.throttles')
    .set((eb) => ({ attempts: eb('attempts', '-', 1) }))
    .where('key', '=', key)
    .where('attempts', '>', 0)
    .execute()
}

// ── Sign-up ──

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

/** As the sign-in login: an account that waits for approval, also the one that this form created before; none where another has the address. */
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

/** Schools or facilities by a part of their name, or by id. */
export async function signUpTenants(tx: Tx, kind: 'school' | 'facility', query: string): Promise<Tenant[]> {
  const { rows } = await sql<Tenant>`
    select * from app.signup_tenants(${kind}, ${query.toLowerCase()}, ${`%${query.replace(/[\\%_]/g, '\\$&')}%`})`.execute(
    tx,
  )
  return rows
}

export async function myRequest(tx: Tx): Promise<SignupRequest | undefined> {
  const { rows } = await sql<SignupRequest>`
    select r.role, r.status, r.school_id, r.facility_id, r.tenant_name, r.message, r.decision_note, r.decided_at, r.created_at, r.version,
      coalesce(s.name, r.tenant_name) as tenant_label, s.primary_contact as contact
    from public.signup_requests r
    left join public.schools s on s.id = r.school_id
    where r.user_id = (select app.uid())
    order by r.created_at desc limit 1`.execute(tx)
  return rows[0]
}

// ── Passwords ──

/** Is the verifier that was looked at still the person's? Held until the transaction ends. */
export async function stillHasPassword(tx: Tx, userId: string, verifier: string | null): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean | null }>`
    select app.still_has_password(${userId}, ${verifier}) as holds`.execute(tx)
  return rows[0]!.holds === true
}

export async function bootstrapSuperadmin(tx: Tx, email: string, passwordHash: string): Promise<void> {
  await sql`select public.custom_auth_bootstrap_superadmin_password(${email}, ${passwordHash})`.execute(tx)
}

/** Whose password it is, in the words that must not be in it. */
export type PasswordToTry = PasswordOwner & {
  user_id: string
  client_setting: string
  verifier: string
  tried: number
  /** Until when it is kept from others, as the database writes it: nothing else once it was changed. */
  held_until: string
}

export async function queueMail(
  tx: Tx,
  mail: { kind: string; to: string; subject: string; text: string; html: string; userId: string | null },
): Promise<void> {
  await sql`select app.queue_mail(${mail.kind}, ${mail.to}, ${mail.subject}, ${mail.text}, ${mail.html}, ${mail.userId}::uuid)`.execute(
    tx,
  )
}

// ── Profile ──

const profileColumns = [
  'id',
  'email',
  'full_name',
  'role',
  'phone',
  'graduation_date',
  'license_in_progress',
  'student_number',
  'time_format',
  'version',
  'created_at',
] as const

export async function profile(tx: Tx, userId: string): Promise<Profile> {
  const row = await tx
    .selectFrom('users')
    .select(profileColumns)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return row as Profile
}

/** Undefined when someone else was faster: the version is no longer the one that was seen. */
export async function updateProfile(
  tx: Tx,
  userId: string,
  version: number,
  values: {
    full_name: string
    phone: string | null
    graduation_date?: string | null
    license_in_progress?: boolean
    time_format?: TimeFormat
  },
): Promise<Profile | undefined> {
  const row = await tx
    .updateTable('users')
    .set(values)
    .where('id', '=', userId)
    .where('version', '=', version)
    .returning(profileColumns)
    .executeTakeFirst()
  return row as Profile | undefined
}
