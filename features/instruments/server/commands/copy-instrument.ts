import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Viewer } from '#platform/server/session.ts'
import { instrumentRefusals } from '../../messages.ts'
import { findInstrument } from '../queries/list-instruments.ts'

type Sent = { id: string; from: string; name: string }

/** Copies an instrument as a draft of the school. Repeating the request returns the same copy. */
export async function copyInstrument(
  tx: Tx,
  me: Pick<Viewer, 'linkedSchoolId'>,
  { id, from, name }: Sent,
): Promise<{ id: string; version: number }> {
  const source = await findInstrument(tx, from)
  if (!source || !me.linkedSchoolId) refuse(instrumentRefusals, refusal('instrument.not_found'))
  await tx
    .insertInto('evaluation_instruments')
    .values({ id, owner_school_id: me.linkedSchoolId, name, draft: JSON.stringify(source.content) })
    .onConflict((known) => known.doNothing())
    .execute()
  return { id, version: 1 }
}
