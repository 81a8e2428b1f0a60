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
