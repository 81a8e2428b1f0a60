import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { InvitationRole } from '../../contract.ts'
import { linkState } from '../../rules.ts'
import { facilityName } from './facility-name.ts'

/** What the sign-in login may know of a link without reading accounts. */
type LinkRow = { is_replaced: boolean; may_invite: boolean; has_account: boolean }

/**
 * Run as the sign-in login: makes the link the identity of the transaction, which gives access to the invitation, its tenant and its people
 * only.
 */
export async function followLink(tx: Tx, tokenHash: string): Promise<void> {
  await sql`select set_config('app.invitation', ${tokenHash}, true)`.execute(tx)
}

/** The invitation of the current link, with what has changed since it was sent and the state of the link; undefined when there is none. */
export async function findByLink(tx: Tx) {
  const found = await tx
    .selectFrom('invitations as i')
    .innerJoin(sql<LinkRow>`app.invitation_link()`.as('l'), (join) => join.onTrue())
    .leftJoin('schools as s', 's.id', 'i.school_id')
    .leftJoin('facilities as f', 'f.id', 'i.facility_id')
    .leftJoin('users as by', 'by.id', 'i.invited_by')
    .select([
      'i.id',
      'i.status',
      'i.email',
      'i.full_name',
      'i.role',
      'i.school_id',
      'i.facility_id',
      'i.message',
      'i.expires_at',
      'i.batch_id',
      'i.cohort_name',
      'i.invited_by',
      'by.full_name as invited_by_name',
      'by.role as invited_by_role',
      'l.is_replaced',
      'l.may_invite',
      'l.has_account',
    ])
    .select((eb) => [
      eb.fn.coalesce('s.name', facilityName).as('tenant_name'),
      sql<boolean>`i.expires_at <= now()`.as('is_over'),
      sql<boolean>`coalesce(s.is_active, (select bool_and(n.status in ('active', 'paused'))
        from public.facilities n where n.id in (select app.nodes_above(i.facility_id))))`.as('is_open'),
    ])
    .executeTakeFirst()
  return found && { ...found, role: found.role as InvitationRole, state: linkState(found) }
}
export type FoundByLink = NonNullable<Awaited<ReturnType<typeof findByLink>>>
