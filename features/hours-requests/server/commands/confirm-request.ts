import { sql } from 'kysely'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Confirmation } from '../../contract.ts'
import { hoursRequestRefusals } from '../../messages.ts'
import { confirmBlocker } from '../../rules.ts'
import { lockRequest } from '../queries/lock-request.ts'

type Sent = { id: string; version: number; confirmation: Confirmation; note?: string | undefined }

/** The named instructor says whether the hours are right; the school reads it when it decides. Repeating it changes nothing. */
export async function confirmRequest(tx: Tx, { id, version, confirmation, note: text }: Sent): Promise<void> {
  const row = await lockRequest(tx, id)
  const note = text ?? null
  if (row.confirmation === confirmation && row.confirmation_note === note) return
  refuseIf(hoursRequestRefusals, confirmBlocker(row, { confirmation, note, version }))
  await tx
    .updateTable('hours_requests')
    .set({ confirmation, confirmation_note: note, confirmed_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
}
