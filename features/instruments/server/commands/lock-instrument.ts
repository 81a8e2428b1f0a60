import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { InstrumentContent } from '../../contract.ts'
import { instrumentRefusals } from '../../messages.ts'

/** Locks an instrument of the caller's school; refuses if there is none, if it changed since the caller loaded it, or if it is retired. */
export async function lockInstrument(tx: Tx, sent: { id: string; version: number }) {
  const row = await tx
    .selectFrom('evaluation_instruments')
    .select(['id', 'owner_school_id', 'name', 'draft', 'latest_version', 'status', 'version'])
    .where('id', '=', sent.id)
    .where('owner_school_id', 'is not', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) refuse(instrumentRefusals, refusal('instrument.not_found'))
  if (row.version !== sent.version) refuse(instrumentRefusals, refusal('instrument.old_version'))
  if (row.status === 'retired') refuse(instrumentRefusals, refusal('instrument.retired'))
  return { ...row, owner_school_id: row.owner_school_id!, draft: row.draft as InstrumentContent | null }
}
