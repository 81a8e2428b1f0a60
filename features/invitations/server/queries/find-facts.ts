import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { InviteeFact } from '../../contract.ts'
import { inviteeFact } from '../../rules.ts'
import { findMembers } from './find-members.ts'

type Fact = InviteeFact | 'too_often'
type Known = { email: string; has_account: boolean; had_enough: boolean }

/**
 * What is known of addresses at a school or facility, by address. Rate-limited, because it reveals who has an account. Refuses callers who
 * may not know.
 */
export async function findFacts(
  tx: Tx,
  tenant: { schoolId: string | null; facilityId: string | null },
  emails: readonly string[],
): Promise<Record<string, Fact | undefined>> {
  const { rows } = await sql<Known>`
    select * from app.known_addresses(${tenant.schoolId}::uuid, ${emails}::text[])`.execute(tx)
  const known = rows.filter(({ has_account }) => has_account || tenant.schoolId === null)
  const members = await findMembers(
    tx,
    tenant,
    known.map(({ email }) => email),
  )
  const invited = await findInvited(tx, tenant, emails)
  return Object.fromEntries(
    rows.flatMap(({ email, has_account, had_enough }) => {
      const is_member = members.has(email)
      const fact = inviteeFact({
        is_member,
        is_invited: invited.has(email),
        is_elsewhere: has_account,
        had_enough,
      })
      return fact === null ? [] : [[email, fact]]
    }),
  )
}

/** Which of these addresses have an open invitation there. */
async function findInvited(
  tx: Tx,
  { schoolId, facilityId }: { schoolId: string | null; facilityId: string | null },
  emails: readonly string[],
): Promise<Set<string>> {
  const open = await tx
    .selectFrom('invitations')
    .select('email')
    .where(sql<boolean>`email = any (${emails}::text[])`)
    .where('status', 'in', ['sent', 'opened'])
    .where('expires_at', '>', sql<string>`now()`)
    .where((eb) => (schoolId === null ? eb('facility_id', '=', facilityId) : eb('school_id', '=', schoolId)))
    .execute()
  return new Set(open.map(({ email }) => email))
}

/** Same for a preview: leaves out the daily limit of an address. */
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
