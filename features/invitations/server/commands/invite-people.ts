import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { invitableRoles, type Role } from '#core/roles.ts'
import { findActor } from '#platform/server/actor-identity.ts'
import type { Tx } from '#platform/server/db.ts'
import type { InvitationRole, InviteeFact } from '../../contract.ts'
import { invitationRefusals } from '../../messages.ts'
import { lifetimeDays, tenantBlocker } from '../../rules.ts'
import { findFacts } from '../queries/find-facts.ts'
import { isOpenTenant } from '../queries/is-open-tenant.ts'

export type Invitee = {
  id: string
  email: string
  full_name: string
  student_number?: string
  cohort_name?: string
  program_name?: string
  phone?: string
}

export type To = {
  role: InvitationRole
  schoolId: string | null
  facilityId: string | null
  message: string | null
  batchId: string | null
}

/** `too_often`: the address has reached the daily limit of invitations; only in imports. */
export type Outcome = { id: string; email: string; outcome: 'sent' | 'too_often' | InviteeFact }

/**
 * Writes invitations to different addresses, for one tenant and role, for `sendInvitations`; returns for each why it wasn't written, if so.
 */
export async function invitePeople(tx: Tx, to: To, people: readonly Invitee[]): Promise<Outcome[]> {
  const { role } = await findActor(tx)
  if (!invitableRoles(role as Role).includes(to.role))
    refuse(invitationRefusals, refusal('invitation.not_yours'))
  const kind = to.schoolId === null ? 'facility' : 'school'
  const facts = await findFacts(
    tx,
    to,
    people.map(({ email }) => email),
  )
  refuseIf(invitationRefusals, tenantBlocker(kind, await isOpenTenant(tx, to)))
  // An import skips an address that has reached its limit; a single invitation is refused later, when it is counted.
  const stands = (email: string) =>
    to.batchId === null && facts[email] === 'too_often' ? undefined : facts[email]
  const ready = people.filter(({ email }) => !stands(email)).toSorted((a, b) => (a.email < b.email ? -1 : 1))
  const made = ready.length > 0 ? await writeInvitations(tx, to, ready) : new Set()
  return people.map(({ id, email }) => ({
    id,
    email,
    outcome: made.has(id) ? 'sent' : (stands(email) ?? 'invited'),
  }))
}

/** A new invitation replaces an expired one. If two people invite the same person at once, the second finds the first's. */
async function writeInvitations(tx: Tx, to: To, people: readonly Invitee[]): Promise<Set<string>> {
  const tenant = { school_id: to.schoolId, facility_id: to.facilityId }
  await tx
    .updateTable('invitations')
    .set({ status: 'revoked' })
    .where(
      'email',
      'in',
      people.map(({ email }) => email),
    )
    .where('status', 'in', ['sent', 'opened'])
    .where('expires_at', '<=', sql<string>`now()`)
    .where((eb) =>
      to.schoolId === null ? eb('facility_id', '=', to.facilityId) : eb('school_id', '=', to.schoolId),
    )
    .execute()
  const rows = await tx
    .insertInto('invitations')
    .values(
      people.map(({ id, email, ...person }) => ({
        id,
        email,
        role: to.role,
        ...tenant,
        full_name: person.full_name || null,
        student_number: person.student_number || null,
        cohort_name: person.cohort_name || null,
        program_name: person.program_name || null,
        phone: person.phone || null,
        message: to.message?.trim() || null,
        batch_id: to.batchId,
        expires_at: sql<string>`now() + make_interval(days => ${lifetimeDays(to.role)})`,
      })),
    )
    .onConflict((taken) => taken.doNothing())
    .returning('id')
    .execute()
  return new Set(rows.map(({ id }) => id))
}
