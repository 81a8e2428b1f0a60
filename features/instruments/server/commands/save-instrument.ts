import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { InstrumentContent } from '../../contract.ts'
import { instrumentRefusals } from '../../messages.ts'
import { contentBlocker } from '../../rules.ts'
import { lockInstrument } from './lock-instrument.ts'

type Sent = { id: string; version: number; name: string; content: InstrumentContent }

/** Saves the draft of an instrument; published versions don't change. */
export async function saveInstrument(tx: Tx, sent: Sent): Promise<{ id: string; version: number }> {
  await lockInstrument(tx, sent)
  refuseIf(instrumentRefusals, contentBlocker(sent.content))
  return tx
    .updateTable('evaluation_instruments')
    .set({ name: sent.name, draft: JSON.stringify(sent.content) })
    .where('id', '=', sent.id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
}
