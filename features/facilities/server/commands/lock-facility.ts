import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { FacilityKind, FacilityStatus } from '../../contract.ts'
import { facilityRefusals } from '../../messages.ts'
import { organizationBlocker } from '../../rules.ts'
import { managesFacility } from '../queries/find-facilities.ts'

/** A facility as someone saw it. */
export type Seen = { id: string; version?: number | undefined }
/** What the commands know of a facility. */
export type LockedFacility = {
  id: string
  kind: FacilityKind
  parent_id: string | null
  name: string
  status: FacilityStatus
  city: string | null
  state: string | null
  time_zone: string
  version: number
  by_superadmin: boolean
}
const columns = [
  'id',
  'kind',
  'parent_id',
  'name',
  'status',
  'city',
  'state',
  'time_zone',
  'version',
] as const
const bySuperadmin = sql<boolean>`app.is_superadmin()`.as('by_superadmin')

/**
 * Locks a facility for a change by someone who manages it. Refuses when there is none for them, when it is the superadmin's, and when
 * it was changed since they saw it.
 */
export async function lockFacility(tx: Tx, seen: Seen): Promise<LockedFacility> {
  return current(
    seen,
    await tx
      .selectFrom('facilities')
      .select([...columns, bySuperadmin])
      .where('id', '=', seen.id)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  )
}

/** The same without the lock, before work that locks the facility at its end. */
export async function findFacility(tx: Tx, seen: Seen): Promise<LockedFacility> {
  const isTheirs = await managesFacility(tx, seen.id)
  const found = await tx
    .selectFrom('facilities')
    .select([...columns, bySuperadmin])
    .where('id', '=', seen.id)
    .executeTakeFirst()
  return current(seen, isTheirs ? found : undefined)
}

/** A facility that another is put below, kept as it is until the end of the transaction; undefined for who does not manage it. */
export async function keepParent(tx: Tx, id: string): Promise<LockedFacility | undefined> {
  const above = await tx
    .selectFrom('facilities')
    .select([...columns, bySuperadmin])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  return above as LockedFacility | undefined
}

function current({ version }: Seen, found: object | undefined): LockedFacility {
  const facility =
    (found as LockedFacility | undefined) ?? refuse(facilityRefusals, refusal('facility.missing'))
  refuseIf(facilityRefusals, organizationBlocker(facility.kind, facility.by_superadmin))
  if (version !== undefined && facility.version !== version)
    refuse(facilityRefusals, refusal('facility.old_version'))
  return facility
}
