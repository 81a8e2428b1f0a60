import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { isNearDeadline } from '#platform/server/time-left.ts'
import { findType } from '#features/credential-types/server/public.ts'
import { credentialRefusals } from '../../messages.ts'
import { bulkBlocker } from '../../rules.ts'
import { lockCredential } from '../queries/lock-credential.ts'
import { decideCredential } from './decide-credential.ts'

/** Approves several prechecked submissions of one type, as many as time allows; none if one is refused (domain §2.8). */
export async function approveSeveral(tx: Tx, ids: readonly string[]): Promise<{ rows: { id: string }[] }> {
  const rows = []
  // In a fixed order, so that two people at once do not deadlock.
  for (const id of [...new Set(ids)].toSorted()) rows.push(await lockCredential(tx, id))
  const type =
    (await findType(tx, rows[0]!.type_id)) ?? refuse(credentialRefusals, refusal('credential.missing'))
  refuseIf(
    credentialRefusals,
    bulkBlocker(rows.map((row) => ({ ...row, is_restricted: type.is_restricted }))),
  )
  const approved: { id: string }[] = []
  for (const { id } of rows) {
    if (approved.length > 0 && isNearDeadline()) break
    await decideCredential(tx, id, { decision: 'approve' })
    approved.push({ id })
  }
  return { rows: approved }
}
