import { sql } from 'kysely'
import { joinNamedCohort } from '#features/cohorts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { FoundByLink } from '../queries/find-by-link.ts'

/** A sign-up's decision locks the request before the person, so an acceptance does too; otherwise the two could deadlock. */
export async function lockByLink(tx: Tx): Promise<void> {
  await tx
    .selectFrom('signup_requests')
    .where('status', 'in', ['pending', 'returned'])
    .select('status')
    .forUpdate()
    .execute()
  await tx
    .selectFrom('invitations')
    .where('status', 'in', ['sent', 'opened'])
    .select('id')
    .forUpdate()
    .execute()
}

/**
 * Adds the account to the invitation's tenant, if the link is valid and locked, and settles a pending sign-up. Returns null if the account
 * at its address must stay as it is; then the invitation does too.
 */
export async function joinByLink(
  tx: Tx,
  { id, status, role, school_id, facility_id, invited_by, cohort_name: cohortName }: FoundByLink,
  fullName: string,
): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select app.join_by_invitation(${fullName}) as id`.execute(
    tx,
  )
  const userId = rows[0]!.id
  if (userId === null) return null
  const now = sql<string>`now()`
  await tx
    .updateTable('invitations')
    .set({ status: 'accepted', accepted_at: now, accepted_user_id: userId })
    .$if(status === 'sent', (update) => update.set({ opened_at: now }))
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('signup_requests')
    .set({ status: 'approved', decided_by: invited_by, decided_at: now })
    .where('user_id', '=', userId)
    .where('status', 'in', ['pending', 'returned'])
    .execute()
  await tx
    .insertInto('audit_events')
    .values({
      actor_id: userId,
      action: 'accept',
      entity: 'invitations',
      entity_id: id,
      school_id,
      facility_id,
    })
    .execute()
  if (role === 'student' && school_id !== null && cohortName !== null)
    await joinNamedCohort(tx, { schoolId: school_id, studentId: userId, cohortName, invitedBy: invited_by })
  return userId
}
