import { refuseIf } from '#core/refusal.ts'
import { findActor } from '#platform/server/actor-identity.ts'
import type { Tx } from '#platform/server/db.ts'
import { permissionRefusals } from '../../messages.ts'
import { changeBlocker, lastDayBlocker, targetBlocker } from '../../rules.ts'
import { findTarget } from '../queries/find-target.ts'
import { type NewPermission, givePermission } from './give-permission.ts'

/** Gives a permission directly: an upsert (Spec §7). */
export async function turnOnPermission(tx: Tx, gift: NewPermission): Promise<void> {
  refuseIf(permissionRefusals, changeBlocker({ ...gift, is_enabled: true }, await findActor(tx)))
  const { target, facility } = await findTarget(tx, gift.user_id, gift.facility_id)
  refuseIf(
    permissionRefusals,
    targetBlocker(gift.permission_type, target, facility) ?? lastDayBlocker(gift.expires_on, facility?.today),
  )
  await givePermission(tx, gift)
}
