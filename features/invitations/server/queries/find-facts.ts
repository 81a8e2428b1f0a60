import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { InviteeFact } from '../../contract.ts'

type Fact = InviteeFact | 'too_often'

/** What is known of addresses at a place, by address; counted, because it says who has an account. Refuses whom the place is not. */
export async function findFacts(
  tx: Tx,
  { schoolId, facilityId }: { schoolId: string | null; facilityId: string | null },
  emails: readonly string[],
): Promise<Record<string, Fact | undefined>> {
  const { rows } = await sql<{ email: string; fact: Fact | null }>`
    select f.email, f.fact from app.invitee_facts(${schoolId}::uuid, ${facilityId}::uuid, ${emails}::text[]) f`.execute(
    tx,
  )
  return Object.fromEntries(rows.flatMap(({ email, fact }) => (fact === null ? [] : [[email, fact]])))
}

/** The same for a preview: an address that had its invitations for the day is none of it. */
export async function checkInvitees(
  tx: Tx,
  schoolId: string,
  emails: readonly string[],
): Promise<Record<string, InviteeFact>> {
  const facts = await findFacts(tx, { schoolId, facilityId: null }, emails)
  return Object.fromEntries(
    Object.entries(facts).flatMap(([email, fact]) => (fact && fact !== 'too_often' ? [[email, fact]] : [])),
  )
}
