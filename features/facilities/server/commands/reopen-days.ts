import type { Tx } from '#platform/server/db.ts'
import { type Closing, countVersions, lockUnits } from './close-days.ts'

/** Takes exactly this blackout from units, and leaves every other; answers how many had it. */
export async function reopenDays(tx: Tx, { days, ...closing }: Closing): Promise<number> {
  const isIt = (each: Closing['days']) =>
    each.from === days.from && each.to === days.to && each.reason === days.reason
  const units = (await lockUnits(tx, closing)).filter(({ blackout }) => blackout.some(isIt))
  if (units.length === 0) return 0
  await countVersions(
    tx,
    units.map(({ id }) => id),
  )
  for (const { id, blackout } of units)
    await tx
      .updateTable('units')
      .set({ blackout: JSON.stringify(blackout.filter((each) => !isIt(each))) })
      .where('id', '=', id)
      .execute()
  return units.length
}
