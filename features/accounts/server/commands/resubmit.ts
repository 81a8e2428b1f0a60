import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { findActor } from '#platform/server/actor-identity.ts'
import type { Tx } from '#platform/server/db.ts'
import type { SignupRequest } from '../../contract.ts'
import { accountRefusals } from '../../messages.ts'
import { newTenantName, resubmitBlocker } from '../../rules.ts'
import type { SignUp } from './create-user.ts'
import { notifyApprovers } from './notify-approvers.ts'
import { refuseTenant } from './refuse-tenant.ts'

type Request = Omit<SignUp, 'request_id' | 'email' | 'role'> & { version: number }

/** As the sign-in login, with the applicant's session: sends a returned request again with corrections. */
export async function resubmit(tx: Tx, request: SignupRequest | undefined, input: Request): Promise<void> {
  if (request) await refuseTenant(tx, request.role, input)
  refuseIf(accountRefusals, resubmitBlocker(request, input.version))
  const { rows } = await sql<{ is_sent: boolean | null }>`
    select app.send_signup_again(${input.version}::integer, ${request?.role ?? null}, ${input.full_name}, ${input.school_id ?? null}, ${input.join_code ?? null},
      ${input.facility_id ?? null}, ${newTenantName(request?.role, input)}, ${input.message?.trim() || null}) as is_sent`.execute(
    tx,
  )
  // Of two concurrent calls, the second finds it already sent.
  if (!rows[0]!.is_sent) refuse(accountRefusals, refusal('signup.changed'))
  const { id } = await findActor(tx)
  await notifyApprovers(tx, id)
}
