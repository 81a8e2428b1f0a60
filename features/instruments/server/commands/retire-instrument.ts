import type { Tx } from '#platform/server/db.ts'
import { lockInstrument } from './lock-instrument.ts'

/** Retires an instrument: the school returns to Placewell's default; evaluations already started keep their version. */
export async function retireInstrument(
  tx: Tx,
  sent: { id: string; version: number },
): Promise<{ id: string; version: number }> {
  const { id } = await lockInstrument(tx, sent)
  await tx.deleteFrom('school_instruments').where('instrument_id', '=', id).execute()
  return tx
    .updateTable('evaluation_instruments')
    .set({ status: 'retired' })
    .where('id', '=', id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
}
