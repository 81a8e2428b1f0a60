import { sql } from 'kysely'
import { refuseIf } from '#core/refusal.ts'
import { findActor } from '#platform/server/actor-identity.ts'
import type { Tx } from '#platform/server/db.ts'
import { credentialRefusals } from '../../messages.ts'
import { reviewBlocker } from '../../rules.ts'
import { lockCredential } from '../queries/lock-credential.ts'

/** Locks a submission for two minutes, so that no one else reviews it; locking it again extends that. */
export async function openCredential(tx: Tx, id: string): Promise<{ locked_until: string }> {
  const row = await lockCredential(tx, id)
  refuseIf(credentialRefusals, reviewBlocker(row, await findActor(tx), 'in_review'))
  const taken = await tx
    .updateTable('credentials')
    .set({ status: 'in_review', locked_until: sql<string>`now() + interval '2 minutes'` })
    .where('id', '=', id)
    .returning('locked_until')
    .executeTakeFirstOrThrow()
  return { locked_until: String(taken.locked_until) }
}
