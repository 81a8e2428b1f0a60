import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/**
 * Which of these addresses belong to people of a school or facility, as far as the asker sees its people: those who are there, and those whose request
 * to be waits or was returned. An address that no one has verified is no one's.
 */
export async function findMembers(
  tx: Tx,
  { schoolId, facilityId }: { schoolId: string | null; facilityId: string | null },
  emails: readonly string[],
): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  const there = await tx
    .selectFrom('users')
    .select('email')
    .where(sql<boolean>`email = any (${emails}::text[])`)
    .where('email_verified', '=', true)
    .where((eb) =>
      schoolId === null
        ? eb('linked_facility_id', 'in', sql<string>`(select app.facility_scope(${facilityId}::uuid))`)
        : eb('linked_school_id', '=', schoolId),
    )
    .execute()
  const asking = await tx
    .selectFrom('signup_requests as r')
    .innerJoinLateral(
      sql<{ email: string; email_verified: boolean }>`app.applicants_to_decide(r.id)`.as('a'),
      (join) => join.onTrue(),
    )
    .select('a.email')
    .where('r.status', 'in', ['pending', 'returned'])
    .where((eb) =>
      schoolId === null ? eb('r.facility_id', '=', facilityId) : eb('r.school_id', '=', schoolId),
    )
    .where(sql<boolean>`a.email = any (${emails}::text[])`)
    .where('a.email_verified', '=', true)
    .execute()
  return new Set([...there, ...asking].map(({ email }) => email))
}
