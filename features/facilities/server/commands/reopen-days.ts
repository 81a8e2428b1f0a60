import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { type Closing, bumpVersions, lockUnits, notifyOfDays } from './close-days.ts'

/** Removes exactly this blackout from units and returns how many had it. */
export async function reopenDays(tx: Tx, { days, ...closing }: Closing): Promise<number> {
  const { from, to, reason } = days
  const isIt = (each: Closing['days']) => each.from === from && each.to === to && each.reason === reason
  const units = (await lockUnits(tx, closing)).filter(({ blackout }) => blackout.some(isIt))
  const ids = units.map(({ id }) => id)
  if (ids.length === 0) return 0
  await bumpVersions(tx, ids)
  await tx
    .updateTable('units')
    .set({
      blackout: sql`coalesce((select jsonb_agg(each.it order by each.at)
        from jsonb_array_elements(blackout) with ordinality each (it, at) where each.it <> ${JSON.stringify({ from, to, reason })}::jsonb), '[]')`,
    })
    .where('id', 'in', ids)
    .execute()
  await notifyOfDays(tx, 'facility.days_reopened', { id: closing.id, days, unit_ids: ids })
  return ids.length
}
