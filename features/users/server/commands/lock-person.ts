import { sql } from 'kysely'
import type { Role } from '#core/roles.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Person } from '../../contract.ts'
import { personRefusals } from '../../messages.ts'

/** A person as someone saw them. */
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
  /** The place that would be left without an administrator. */
  last_administrator_of: string | null
}

/** Locks a person for a change of role or status. Refuses anyone who may not deactivate them, and when they were changed since. */
export async function lockPerson(tx: Tx, { id, version }: Seen): Promise<LockedPerson> {
  const { rows } = await sql<Pick<LockedPerson, 'is_last_superadmin' | 'last_administrator_of'>>`
    select * from app.lock_person(${id}::uuid)`.execute(tx)
  const found =
    rows[0] &&
    (await tx
      .selectFrom('users')
      .select(['id', 'full_name', 'version', 'linked_school_id', 'linked_facility_id'])
      .select((eb) => [
        eb.ref('role').$castTo<Role>().as('role'),
        eb.ref('status').$castTo<Person['status']>().as('status'),
      ])
      .where('id', '=', id)
      .executeTakeFirst())
  if (!rows[0] || !found) return refuse(personRefusals, refusal('person.not_theirs'))
  const person = { ...found, ...rows[0] }
  if (person.version !== version)
    refuse(personRefusals, refusal('person.old_version', { name: person.full_name }))
  return person
}
