import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { instrumentRefusals } from '../../messages.ts'
import { contentBlocker, type EvaluationTime, replacementBlocker } from '../../rules.ts'
import { lockInstrument } from './lock-instrument.ts'

/** Publishes the draft of an instrument as a new version. New evaluations use it; those already started keep their version. */
export async function publishInstrument(
  tx: Tx,
  me: { userId: string },
  sent: { id: string; version: number },
): Promise<{ id: string; version: number; number: number }> {
  const instrument = await lockInstrument(tx, sent)
  if (!instrument.draft) refuse(instrumentRefusals, refusal('instrument.no_draft'))
  refuseIf(instrumentRefusals, contentBlocker(instrument.draft))
  const used = await tx
    .selectFrom('school_instruments')
    .select('time')
    .where('instrument_id', '=', instrument.id)
    .orderBy('time')
    .execute()
  const usedFor = used.map(({ time }) => time as EvaluationTime)
  refuseIf(instrumentRefusals, replacementBlocker(instrument.draft, usedFor))
  const number = instrument.latest_version + 1
  await tx
    .insertInto('instrument_versions')
    .values({
      instrument_id: instrument.id,
      number,
      owner_school_id: instrument.owner_school_id,
      name: instrument.name,
      content: JSON.stringify(instrument.draft),
      published_by: me.userId,
    })
    .execute()
  const published = await tx
    .updateTable('evaluation_instruments')
    .set({ draft: null, latest_version: number })
    .where('id', '=', instrument.id)
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow()
  return { ...published, number }
}
