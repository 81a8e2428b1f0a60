import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { InviteeFact } from '../../contract.ts'
import { inviteeFact, type KnownAddress } from '../../rules.ts'

type Fact = InviteeFact | 'too_often'

/** What is known of addresses at a place, by address; counted, because it says who has an account. Refuses whom the place is not. */
export async function findFacts(
  tx: Tx,
  { schoolId, facilityId }: { schoolId: string | null; facilityId: string | null },
  emails: readonly string[],
): Promise<Record<string, Fact | undefined>> {
  const { rows } = await sql<Omit<KnownAddress, 'is_invited'> & { email: string }>`
    select * from app.invitee_facts(${schoolId}::uuid, ${facilityId}::uuid, ${emails}::text[])`.execute(tx)
  const open = await tx
    .selectFrom('invitations')
    .select('email')
    .where(sql<boolean>`email = any (${emails}::text[])`)
    .where('status', 'in', ['sent', 'opened'])
    .where('expires_at', '>', sql<string>`now()`)
    .where((eb) => (schoolId === null ? eb('facility_id', '=', facilityId) : eb('school_id', '=', schoolId)))
    .execute()
  const invited = new Set(open.map(({ email }) => email))
  return Object.fromEntries(
    rows.flatMap(({ email, ...known }) => {
      const fact = inviteeFact({ ...known, is_invited: invited.has(email) })
      return fact === null ? [] : [[email, fact]]
    }),
  )
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
