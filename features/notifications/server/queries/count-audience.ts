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

/** How many people an announcement would reach, and how many of them by email. Superadmin only. */
export async function countAudience(
  tx: Tx,
  audience: Audience,
  byEmail: boolean,
): Promise<{ people: number; by_email: number }> {
  const { audience_role: role, audience_school_id: school, audience_user_id: person } = targetOf(audience)
  const { rows } = await sql<{ people: number; by_email: number }>`
    select * from app.count_broadcast_audience(${audience.kind}, ${role}, ${school}::uuid, ${person}::uuid, ${byEmail})`.execute(
    tx,
  )
  return rows[0]!
}
