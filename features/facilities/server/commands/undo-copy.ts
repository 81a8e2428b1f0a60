import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CopiedSettings, UnitFields } from '../../contract.ts'
import { facilityRefusals } from '../../messages.ts'
import { settingsToRestore } from '../../rules/copying.ts'
import { bumpVersions } from './close-days.ts'
import { writeSettings } from './write-details.ts'

type Copied = { unit_id: string; before: Partial<CopiedSettings>; after: Partial<CopiedSettings> }

/**
 * Undoes a copy of settings once, for the person who made it. Settings changed since then stay, and so do units that are archived or closed,
 * or whose earlier settings conflict with later ones.
 */
export async function undoCopy(tx: Tx, copyId: string): Promise<{ restored: number; kept: number }> {
  const { rows: copied } = await sql<Copied>`
    update public.unit_copies set undone_at = now() where copy_id = ${copyId}::uuid and undone_at is null
    returning unit_id, before, after`.execute(tx)
  if (copied.length === 0) refuse(facilityRefusals, refusal('facility.copy_gone'))
  const ids = copied.map(({ unit_id }) => unit_id)
  const { rows: open } = await sql<{ id: string }>`
    select f.id from public.facilities f where f.id = any (${ids}::uuid[]) and f.status in ('active', 'paused')
    order by f.id for no key update`.execute(tx)
  const units = await tx.selectFrom('units').selectAll().where('id', 'in', ids).execute()
  const byId = new Map(units.map((unit) => [unit.id, unit as unknown as UnitFields]))
  const isOpen = new Set(open.map(({ id }) => id))
  const restored = copied
    .filter(({ unit_id: id }) => isOpen.has(id))
    .map(({ unit_id: id, ...copy }) => ({ id, settings: settingsToRestore(byId.get(id)!, copy) }))
    .filter(({ settings }) => Object.keys(settings).length > 0)
  if (restored.length > 0) {
    await bumpVersions(
      tx,
      restored.map(({ id }) => id),
    )
    await writeSettings(tx, restored)
  }
  return { restored: restored.length, kept: copied.length - restored.length }
}
