import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Role } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import type { RoleContext } from '../contract.ts'
import { viewRefusals } from '../messages.ts'
import { impersonationRefusal } from '../rules.ts'

export type ContextData = { user_id: string; user_role: string; selected_school_id: string | null }
export type SchoolRow = { id: string; name: string; city: string | null; state: string | null }

export async function getContext(tx: Tx): Promise<RoleContext> {
  const { rows } = await sql<{ context: RoleContext }>`
    select public.get_custom_auth_context() as context`.execute(tx)
  return rows[0]!.context
}

export async function setContext(tx: Tx, data: ContextData): Promise<RoleContext> {
  const { rows } = await sql<{ context: RoleContext }>`
    select public.set_custom_auth_context_batch(${JSON.stringify(data)}::jsonb) as context`.execute(tx)
  return rows[0]!.context
}

export async function clearContext(tx: Tx): Promise<void> {
  await sql`select public.clear_custom_auth_context()`.execute(tx)
}

/** As the sign-in login, with the session: the trail has what was claimed, after the refusal took its own trace with it. */
export async function noteRefusedContext(tx: Tx, data: ContextData): Promise<void> {
  const { user_id: claimed_user_id, user_role: claimed_role, selected_school_id: claimed_school_id } = data
  const claimed = { claimed_user_id, claimed_role, claimed_school_id }
  await tx
    .insertInto('audit_events')
    .columns(['action', 'entity', 'entity_id', 'changes'])
    .expression(
      tx
        .selectNoFrom([
          sql.lit('context_refused').as('action'),
          sql.lit('users').as('entity'),
          sql<string>`app.real_uid()::text`.as('entity_id'),
          sql`${JSON.stringify(claimed)}::jsonb`.as('changes'),
        ])
        .where(sql<boolean>`app.real_uid() is not null and length(${JSON.stringify(claimed)}) < 1000`),
    )
    .execute()
}

/** The preferred school if it is active, else the first active one by name. */
export async function findDefaultSchool(tx: Tx, preferred: string | null): Promise<SchoolRow | null> {
  const row = await tx
    .selectFrom('schools')
    .select(['id', 'name', 'city', 'state'])
    .where('is_active', '=', true)
    .orderBy(sql`id is distinct from ${preferred}::uuid`)
    // A school that came with a list and has no one in it yet is no school to begin with.
    .orderBy(sql`not exists (select 1 from public.school_members m where m.school_id = schools.id)`)
    .orderBy('name')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** The preferred facility if it is not closed, else the first active organization by name. */
export async function findDefaultFacility(tx: Tx, preferred: string | null): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select f.id from public.facilities f
    where f.status in ('active', 'paused') and (f.kind = 'organization' or f.id = ${preferred}::uuid)
    order by f.id is distinct from ${preferred}::uuid, f.name, f.id limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

/** Refuses a facility that is not there, or closed; none is chosen by null. */
export async function refuseFacility(tx: Tx, id: string | null): Promise<void> {
  if (id === null) return
  const found = await tx
    .selectFrom('facilities')
    .select('id')
    .where('id', '=', id)
    .where('status', 'in', ['active', 'paused'])
    .executeTakeFirst()
  if (!found) refuse(viewRefusals, refusal('view.facility_gone'))
}

/** As the sign-in login, with the superadmin's session: chooses the facility they work in. Every server process hears of it. */
export async function selectFacility(tx: Tx, tokenHash: string | null, id: string | null): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('priv.sessions')
    .set({ selected_facility_id: id })
    .where('token_hash', '=', tokenHash)
    .where('selected_facility_id', 'is distinct from', id)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await sql`select app.session_changed(${tokenHash})`.execute(tx)
}

/** Refuses to act as someone who is not there, not active, or a superadmin. */
export async function refuseImpersonation(tx: Tx, id: string): Promise<void> {
  const person = await tx
    .selectFrom('users')
    .select((eb) => [eb.ref('role').$castTo<Role>().as('role'), 'status', 'email_verified'])
    .where('id', '=', id)
    .executeTakeFirst()
  refuseIf(viewRefusals, impersonationRefusal(person))
}
