import { sql } from 'kysely'
import type { Role } from '#core/roles.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Person } from '../../contract.ts'
import { personRefusals } from '../../messages.ts'

/** A person in the version that the caller saw. */
export type Seen = { id: string; version: number }
export type LockedPerson = {
  id: string
  full_name: string
  role: Role
  status: Person['status']
  version: number
  linked_school_id: string | null
  linked_facility_id: string | null
  is_last_superadmin: boolean
  /** The school or facility that would have no administrator left. */
  last_administrator_of: string | null
}

/** Locks a person for a change of role or status. Throws if the caller may not deactivate them, or if they changed since. */
export async function lockPerson(tx: Tx, { id, version }: Seen): Promise<LockedPerson> {
  const { rows } = await sql<{
    is_last: boolean | null
  }>`select app.lock_person(${id}::uuid) as is_last`.execute(tx)
  const isLast = rows[0]!.is_last
  const found =
    isLast !== null &&
    (await tx
      .selectFrom('users as u')
      .leftJoin('schools as s', 's.id', 'u.linked_school_id')
      .leftJoin('facilities as f', 'f.id', 'u.linked_facility_id')
      .select(['u.id', 'u.full_name', 'u.version', 'u.linked_school_id', 'u.linked_facility_id'])
      .select((eb) => [
        eb.ref('u.role').$castTo<Role>().as('role'),
        eb.ref('u.status').$castTo<Person['status']>().as('status'),
        eb.fn.coalesce('s.name', 'f.name').as('tenant'),
      ])
      .where('u.id', '=', id)
      .executeTakeFirst())
  if (!found) return refuse(personRefusals, refusal('person.not_theirs'))
  const { tenant, ...person } = found
  if (person.version !== version)
    refuse(personRefusals, refusal('person.old_version', { name: person.full_name }))
  const isSuperadmin = person.role === 'superadmin'
  return {
    ...person,
    is_last_superadmin: isLast && isSuperadmin,
    last_administrator_of: isLast && !isSuperadmin ? tenant : null,
  }
}
