import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import { findActor } from '#platform/server/actor-identity.ts'
import type { Tx } from '#platform/server/db.ts'
import type { SignupDecision, SignupRequest, SignupStatus } from '../../contract.ts'
import { signupRefusals } from '../../messages.ts'
import { type outcomeBlocker, tenantAt } from '../../rules.ts'
import { isWithoutAdmin } from './list-signups.ts'

type Tenant = { school_id?: string | undefined; facility_id?: string | undefined }
type Facts = Parameters<typeof outcomeBlocker>[0] & {
  user_id: string
  full_name: string
  tenant_name: string | null
  is_first_admin: boolean
}

/**
 * Locks a request that the caller may decide, with its applicant's data (the trigger that settles the account locks the applicant); for the
 * requested tenant or, by the superadmin, another. Refuses if the caller may not decide it.
 */
export async function lockSignup(
  tx: Tx,
  id: string,
  other: Tenant,
): Promise<{
  request: Facts
  isMoved: boolean
  isRepeated: (decision: SignupDecision, note: string | null) => boolean
}> {
  const asker = await findActor(tx)
  const found = await tx
    .selectFrom('signup_requests')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const { rows: applicants } = await sql<
    Pick<Facts, 'full_name' | 'email_verified' | 'is_deactivated' | 'decided_by_name'>
  >`
    select a.full_name, a.email_verified, a.is_deactivated, app.name_of_proctor(${found?.decided_by ?? null}::uuid) as decided_by_name
    from app.applicants_to_decide(array[${id}::uuid]) a`.execute(tx)
  if (!found || !applicants[0]) {
    const own = await tx.selectFrom('signup_requests').select('id').where('id', '=', id).executeTakeFirst()
    return refuse(signupRefusals, refusal(own ? 'signup.for_oneself' : 'signup.missing'))
  }
  const role = found.role as SignupRequest['role']
  const asked = {
    school_id: other.school_id ?? found.school_id,
    facility_id: other.facility_id ?? found.facility_id,
  }
  const belongs = asker.role === 'superadmin' ? tenantAt(role, asked) : found
  const { school_id: schoolId, facility_id: facilityId } = belongs
  const tenant = await findTenant(tx, schoolId, facilityId)
  const request = {
    ...applicants[0],
    user_id: found.user_id,
    status: found.status as SignupStatus,
    role,
    school_id: schoolId,
    facility_id: facilityId,
    tenant_name: tenant?.name ?? found.tenant_name,
    is_tenant_open: tenant?.is_open ?? false,
    is_first_admin: role === 'school_admin' && (tenant?.is_without_admin ?? false),
  }
  return {
    request,
    isMoved: schoolId !== found.school_id || facilityId !== found.facility_id,
    isRepeated: (decision, note) =>
      found.status === decision && found.decided_by === asker.id && found.decision_note === note,
  }
}

async function findTenant(tx: Tx, schoolId: string | null, facilityId: string | null) {
  const { rows } = await sql<{ name: string; is_open: boolean; is_without_admin: boolean }>`
    select s.name, s.is_active as is_open, ${isWithoutAdmin(sql`s.id`)} as is_without_admin from public.schools s where s.id = ${schoolId}::uuid
    union all
    select f.name, f.status in ('active', 'paused'), false from public.facilities f where f.id = ${facilityId}::uuid`.execute(
    tx,
  )
  return rows[0]
}
