import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { FacilityKind, FacilityStatus } from '../../contract.ts'
import { facilityRefusals } from '../../messages.ts'
import { type Scoped, whoBlocker } from '../../rules/actions.ts'
import { managesFacility } from '../queries/find-facility.ts'

/** A facility and the version that the caller loaded. */
export type Seen = { id: string; version?: number | undefined }
/** A facility as the commands need it. */
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
  may_manage: boolean
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
// A lock finds only what the caller manages.
const theirs = [
  sql<boolean>`true`.as('may_manage'),
  sql<boolean>`app.is_superadmin()`.as('by_superadmin'),
] as const

/**
 * Locks a facility for a change. Refuses if the caller doesn't manage it, if only the superadmin may change it, and if it changed since the
 * caller loaded it.
 */
export async function lockFacility(tx: Tx, seen: Seen): Promise<LockedFacility> {
  return current(
    seen,
    await tx
      .selectFrom('facilities')
      .select([...columns, ...theirs])
      .where('id', '=', seen.id)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  )
}

/** Same without the lock, for work that locks the facility at its end. */
export async function findFacility(tx: Tx, seen: Seen): Promise<LockedFacility> {
  const isTheirs = await managesFacility(tx, seen.id)
  const found = await tx
    .selectFrom('facilities')
    .select([...columns, ...theirs])
    .where('id', '=', seen.id)
    .executeTakeFirst()
  return current(seen, isTheirs ? found : undefined)
}

/** Locks a future parent against changes until the end of the transaction; undefined if the caller does not manage it. */
export async function lockParent(tx: Tx, id: string): Promise<LockedFacility | undefined> {
  const above = await tx
    .selectFrom('facilities')
    .select([...columns, ...theirs])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
  return above as LockedFacility | undefined
}

/** A facility and whether the caller manages it, without a lock; null if there is none, such as above the top of the hierarchy. */
export async function findScoped(tx: Tx, id: string | null): Promise<Scoped | null> {
  const found = await tx
    .selectFrom('facilities')
    .select(['name', 'status', sql<boolean>`app.manages_facility(id)`.as('may_manage')])
    .where('id', '=', id)
    .executeTakeFirst()
  return (found as Scoped | undefined) ?? null
}

/**
 * Locks the units at a facility until the end of the transaction. Submitting or moving a shift locks its unit, too: afterward, the
 * upcoming shifts there are known, and no other comes in.
 */
export async function lockUnitsAt(tx: Tx, id: string): Promise<void> {
  await sql`select from public.units u where u.id in (select app.facility_scope(${id}::uuid))
    order by u.id for no key update`.execute(tx)
}

function current({ version }: Seen, found: object | undefined): LockedFacility {
  const facility =
    (found as LockedFacility | undefined) ?? refuse(facilityRefusals, refusal('facility.missing'))
  refuseIf(facilityRefusals, whoBlocker(facility))
  if (version !== undefined && facility.version !== version)
    refuse(facilityRefusals, refusal('facility.old_version'))
  return facility
}
