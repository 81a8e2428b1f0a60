import { randomUUID } from 'node:crypto'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CopiedUnit, CopyGroup } from '../../contract.ts'
import { facilityRefusals } from '../../messages.ts'
import { copyOutcome } from '../../rules/copying.ts'
import { copySource, unitsToCopyTo } from '../queries/copy-targets.ts'
import { bumpVersions } from './close-days.ts'
import { lockFacility } from './lock-facility.ts'
import { writeSettings } from './write-details.ts'

type Copy = {
  id: string
  version: number
  groups: readonly CopyGroup[]
  units: readonly { id: string; version: number }[]
}

/**
 * Copies a unit's settings to others of its organization. A unit that changed since it was loaded, or can't have the settings, is left as
 * it is. The changes are stored for undoing; shifts stay.
 */
export async function copySettings(
  tx: Tx,
  { userId }: { userId: string },
  { groups, units: seen, ...copy }: Copy,
): Promise<{ copy_id: string; units: CopiedUnit[] }> {
  // All in one order, so that copies in opposite directions wait for each other.
  await tx
    .selectFrom('facilities')
    .select('id')
    .where('id', 'in', [copy.id, ...seen.map(({ id }) => id)])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await lockFacility(tx, copy)
  const source = await copySource(tx, copy.id)
  const versions = new Map(seen.map(({ id, version }) => [id, version]))
  const units = (await unitsToCopyTo(tx, source)).filter(({ id }) => versions.has(id))
  if (units.length < versions.size) refuse(facilityRefusals, refusal('facility.unit_gone'))
  const decided = units.map((unit) => ({
    unit,
    isOld: unit.version !== versions.get(unit.id),
    ...copyOutcome(source, unit, groups),
  }))
  const changing = decided.filter(({ outcome, isOld }) => outcome === 'change' && !isOld)
  const copyId = randomUUID()
  if (changing.length > 0) {
    const rows = changing.map(({ unit, before, after }) => ({
      copy_id: copyId,
      source_id: copy.id,
      unit_id: unit.id,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      created_by: userId,
    }))
    // PostgreSQL refuses this if a unit is in another organization.
    await tx.insertInto('unit_copies').values(rows).execute()
    await bumpVersions(
      tx,
      changing.map(({ unit }) => unit.id),
    )
    await writeSettings(
      tx,
      changing.map(({ unit, after }) => ({ id: unit.id, settings: after })),
    )
  }
  return {
    copy_id: copyId,
    units: decided.map(({ unit: { id, name }, isOld, outcome }) => ({
      unit_id: id,
      name,
      outcome: isOld ? 'changed_since' : outcome === 'change' ? 'copied' : outcome,
    })),
  }
}
