import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import { instrumentRefusals } from '../../messages.ts'
import { choiceBlocker, type EvaluationTime } from '../../rules.ts'
import { findInstrument } from '../queries/list-instruments.ts'

type Sent = { time: EvaluationTime; instrument_id: string | null }

/** Chooses the instrument that a school uses at this time, or none, which means Placewell's default. */
export async function chooseInstrument(
  tx: Tx,
  me: Pick<Viewer, 'linkedSchoolId'>,
  { time, instrument_id }: Sent,
): Promise<void> {
  const school_id = me.linkedSchoolId ?? refuse(instrumentRefusals, refusal('instrument.not_found'))
  if (instrument_id === null) {
    await tx
      .deleteFrom('school_instruments')
      .where('school_id', '=', school_id)
      .where('time', '=', time)
      .execute()
    return
  }
  // One that is being retired or published: the school's own, as Placewell's never change in between.
  await tx
    .selectFrom('evaluation_instruments')
    .select('id')
    .where('id', '=', instrument_id)
    .where('owner_school_id', '=', school_id)
    .forUpdate()
    .execute()
  const instrument =
    (await findInstrument(tx, instrument_id)) ?? refuse(instrumentRefusals, refusal('instrument.not_found'))
  refuseIf(instrumentRefusals, choiceBlocker(instrument, time))
  await tx
    .insertInto('school_instruments')
    .values({ school_id, time, instrument_id })
    .onConflict((known) => known.columns(['school_id', 'time']).doUpdateSet({ instrument_id }))
    .execute()
}
