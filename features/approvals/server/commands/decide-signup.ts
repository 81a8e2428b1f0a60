import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import type { Role } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { SignupDecision } from '../../contract.ts'
import { notificationTexts, signupRefusals } from '../../messages.ts'
import { outcomeBlocker, pageAfter, roleOnApproval } from '../../rules.ts'
import { lockSignup } from '../queries/lock-signup.ts'

export type Decision = {
  id: string
  decision: SignupDecision
  note?: string | undefined
  school_id?: string | undefined
  facility_id?: string | undefined
}

const notices = {
  approved: (tenant: string, note: string | null) =>
    notification(notificationTexts, 'signup.approved', { tenant, note }),
  declined: (tenant: string, note: string | null) =>
    notification(notificationTexts, 'signup.declined', { tenant, note: note ?? '' }),
  returned: (tenant: string, note: string | null) =>
    notification(notificationTexts, 'signup.returned', { tenant, note: note ?? '' }),
}

/** From the feature of users, which is downstream. */
export interface ApprovalServices {
  writePerson: (
    tx: Tx,
    id: string,
    standing: {
      role: Role
      status: 'active'
      linked_school_id: string | null
      linked_facility_id: string | null
    },
  ) => Promise<unknown>
}

/**
 * Approves, declines or returns a request. Locks its row: of two deciders the second reads what the first decided. Repeating the same
 * decision by the same person returns the same result and changes nothing. A trigger settles the account; a role above the one asked for is
 * written after it.
 */
export async function decideSignup(
  { writePerson }: ApprovalServices,
  tx: Tx,
  { id, decision, note: text, ...tenant }: Decision,
): Promise<{ id: string; status: SignupDecision; full_name: string }> {
  const { request, isMoved, isRepeated } = await lockSignup(tx, id, tenant)
  const answer = { id, status: decision, full_name: request.full_name }
  const note = text?.trim() || null
  if (isRepeated(decision, note)) return answer
  refuseIf(signupRefusals, outcomeBlocker(request, { decision, note }))
  const { school_id: schoolId, facility_id: facilityId, role, tenant_name: tenantName } = request
  if (isMoved)
    await sql`select app.set_applicant_tenant(${id}::uuid, ${schoolId}::uuid, ${facilityId}::uuid)`.execute(
      tx,
    )
  const { version } = await tx
    .updateTable('signup_requests')
    .set({ status: decision, decision_note: note })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  const given = roleOnApproval(request)
  if (decision === 'approved' && given !== role) {
    const links = { linked_school_id: schoolId, linked_facility_id: facilityId }
    await writePerson(tx, request.user_id, { role: given, ...links, status: 'active' })
  }
  const url = pageAfter(role, decision)
  const key = `signup ${id} ${version}`
  await notifyOfRow(
    tx,
    { table: 'signup_requests', id },
    { to: ['user_id'], type: 'signup_decision', url, key },
    notices[decision](tenantName ?? 'Placewell', note),
  )
  return answer
}
