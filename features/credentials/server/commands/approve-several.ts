import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { isLate } from '#platform/server/time-left.ts'
import { findType } from '#features/credential-types/server/public.ts'
import { credentialRefusals } from '../../messages.ts'
import { bulkBlocker } from '../../rules.ts'
import { lockCredential } from '../queries/lock-credential.ts'
import { decideCredential } from './decide-credential.ts'

/** Approves several submissions of one type on which the reader found everything, as many as there is time for; none where one is refused (domain §2.8). */
export async function approveSeveral(tx: Tx, ids: readonly string[]): Promise<{ rows: { id: string }[] }> {
  const rows = []
  // In one order, so that of two people at once neither waits for the other.
  for (const id of [...new Set(ids)].toSorted()) rows.push(await lockCredential(tx, id))
  const type =
    (await findType(tx, rows[0]!.type_id)) ?? refuse(credentialRefusals, refusal('credential.missing'))
  refuseIf(
    credentialRefusals,
    bulkBlocker(rows.map((row) => ({ ...row, is_restricted: type.is_restricted }))),
  )
  const approved: { id: string }[] = []
  for (const { id } of rows) {
    if (approved.length > 0 && isLate()) break
    await decideCredential(tx, id, { decision: 'approve' })
    approved.push({ id })
  }
  return { rows: approved }
}
