import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CanvasConnection } from '../../contract.ts'
import { canvasRefusals } from '../../messages.ts'
import { findConnection } from '../queries/connections.ts'

/** Locks a connection; throws NOT_FOUND if the actor may not see it, and CONFLICT if it changed since they read it. */
export async function lockConnection(tx: Tx, id: string, version?: number): Promise<CanvasConnection> {
  await tx.selectFrom('canvas_connections').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const found = await findConnection(tx, id)
  if (version !== undefined && found.version !== version)
    refuse(canvasRefusals, refusal('canvas.old_version'))
  return found
}

/** A connection was moved to another Canvas while one was read: what was read belongs to the earlier one. */
export class MovedElsewhere extends Error {
  override name = 'MovedElsewhere'
}

/** As the worker: keeps a connection at this address until the transaction ends; throws MovedElsewhere if it is at another one. */
export async function holdAddress(
  tx: Tx,
  { id, base_url }: Pick<CanvasConnection, 'id' | 'base_url'>,
): Promise<void> {
  const found = await tx
    .selectFrom('canvas_connections')
    .select('base_url')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (found?.base_url !== base_url) throw new MovedElsewhere()
}
