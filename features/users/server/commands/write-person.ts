import { sql } from 'kysely'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { personRefusals } from '../../messages.ts'
import { linkOf, linksBlocker } from '../../rules.ts'
import type { LockedPerson } from './lock-person.ts'

export type Standing = Pick<LockedPerson, 'role' | 'status' | 'linked_school_id' | 'linked_facility_id'>

/** Writes role, links and status of a locked person; returns the new version. */
export async function writePerson(tx: Tx, id: string, standing: Standing): Promise<number> {
  const { role, linked_school_id: school, linked_facility_id: facility, status } = standing
  const { rows } = await sql<{ version: number }>`
    select app.write_person(${id}::uuid, ${role}, ${school}::uuid, ${facility}::uuid, ${status}) as version`.execute(
    tx,
  )
  return rows[0]!.version
}

type Tenant = { name: string; is_open: boolean } | undefined

/** Refuses a role that does not go with its links; returns the linked tenant. */
export async function checkedTenant(tx: Tx, standing: Standing): Promise<Tenant> {
  const tenant = await findTenant(tx, standing)
  refuseIf(personRefusals, linksBlocker(standing, tenant?.is_open ?? false))
  return tenant
}

async function findTenant(
  tx: Tx,
  { role, linked_school_id: school, linked_facility_id: facility }: Standing,
): Promise<Tenant> {
  const { rows } =
    linkOf(role) === 'facility'
      ? await sql<NonNullable<Tenant>>`
          select f.name, f.status in ('active', 'paused') as is_open from public.facilities f where f.id = ${facility}::uuid`.execute(
          tx,
        )
      : await sql<NonNullable<Tenant>>`
          select s.name, s.is_active as is_open from public.schools s where s.id = ${school}::uuid`.execute(
          tx,
        )
  return rows[0]
}
