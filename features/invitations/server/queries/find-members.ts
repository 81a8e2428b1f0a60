import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/**
 * Which of these addresses belong to people of a school or facility whom the caller may see: members, and applicants whose request is
 * pending or was returned. Unverified addresses don't count.
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
  const members = new Set(there.map(({ email }) => email))
  const others = emails.filter((email) => !members.has(email))
  if (others.length === 0) return members
  // One separate query for all of them: checking one by one takes seconds at a large school.
  const ofTenant =
    schoolId === null ? sql`r.facility_id = ${facilityId}::uuid` : sql`r.school_id = ${schoolId}::uuid`
  const { rows: asking } = await sql<{ email: string }>`
    select a.email from app.applicants_to_decide(array(
      select r.id from public.signup_requests r where ${ofTenant} and r.status in ('pending', 'returned'))) a
    where a.email_verified and a.email = any (${others}::text[])`.execute(tx)
  for (const { email } of asking) members.add(email)
  return members
}
