import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { invitationRefusals } from '../../messages.ts'

/** Locks an invitation that the caller may send; row-level security hides others. Refuses if there is none. */
export async function lockInvitation(tx: Tx, id: string) {
  const invitation = await tx
    .selectFrom('invitations')
    .select(['id', 'role', 'status', 'school_id', 'facility_id', 'resend_count'])
    .select(sql<number>`extract(epoch from clock_timestamp() - sent_at)::float8`.as('seconds_since_sent'))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return invitation ?? refuse(invitationRefusals, refusal('invitation.missing'))
}
