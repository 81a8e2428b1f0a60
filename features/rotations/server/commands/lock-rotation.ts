import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { rotationRefusals } from '../../messages.ts'
import { loadRotation, type Rotation } from '../queries/load-rotation.ts'

/** Locks a rotation and reads it; throws if the caller may not see it, or if it changed since they saw it. */
export async function lockRotation(
  tx: Tx,
  { id, version }: { id: string; version: number },
): Promise<Rotation> {
  await tx.selectFrom('rotations').select('id').where('id', '=', id).forUpdate().execute()
  const rotation = await loadRotation(tx, id)
  if (rotation.version !== version) refuse(rotationRefusals, refusal('rotation.old_version'))
  return rotation
}
