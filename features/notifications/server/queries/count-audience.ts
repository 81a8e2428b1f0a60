import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Audience } from '../../contract.ts'

/** An audience as the columns of an announcement. */
export const targetOf = (audience: Audience) => ({
  audience: audience.kind,
  audience_role: audience.kind === 'role' ? audience.role : null,
  audience_school_id: audience.kind === 'school' ? audience.school_id : null,
  audience_user_id: audience.kind === 'person' ? audience.user_id : null,
})

/** How many people an announcement would reach, and how many of them by email; only the superadmin sees them all. */
export async function countAudience(
  tx: Tx,
  audience: Audience,
  byEmail: boolean,
): Promise<{ people: number; by_email: number }> {
  return await tx
    .selectFrom('users as u')
    .leftJoin('notification_preferences as p', (join) =>
      join.onRef('p.user_id', '=', 'u.id').on('p.type', '=', 'announcement'),
    )
    .select(({ fn }) => [
      fn.countAll<number>().as('people'),
      fn
        .countAll<number>()
        .filterWhere((has) => has.fn.coalesce('p.by_email', sql<boolean>`${byEmail}::boolean`), '=', true)
        .as('by_email'),
    ])
    .where('u.status', '=', 'active')
    .where('u.email_verified', '=', true)
    .$if(audience.kind === 'role', (query) => query.where('u.role', '=', targetOf(audience).audience_role!))
    .$if(audience.kind === 'school', (query) =>
      query.where('u.linked_school_id', '=', targetOf(audience).audience_school_id!),
    )
    .$if(audience.kind === 'person', (query) =>
      query.where('u.id', '=', targetOf(audience).audience_user_id!),
    )
    .executeTakeFirstOrThrow()
}
