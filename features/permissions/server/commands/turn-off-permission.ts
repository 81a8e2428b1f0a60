import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { findActor } from '#platform/server/actor-identity.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, permissionRefusals } from '../../messages.ts'
import { changeBlocker, successionBlocker } from '../../rules.ts'
import { findTarget } from '../queries/find-target.ts'
import { mayEndAt } from '../queries/may-end-at.ts'
import { type NewPermission, heldIn, notifyPermission } from './give-permission.ts'
import { turnOnPermission } from './turn-on-permission.ts'

type End = Omit<NewPermission, 'expires_on'> & {
  successor_id?: string | undefined
  no_successor?: boolean | undefined
}

/** Ends a permission: sets is_enabled to false, never deletes (Spec §7). Changes nothing if it is already off. */
export async function turnOffPermission(
  tx: Tx,
  { successor_id: successorId, no_successor: noSuccessor, ...key }: End,
): Promise<void> {
  const asker = await findActor(tx)
  refuseIf(permissionRefusals, changeBlocker({ ...key, is_enabled: false }, asker))
  const { target } = await findTarget(tx, key.user_id, key.facility_id)
  if (!target || !(await mayEndAt(tx, key.user_id, key.facility_id)))
    refuse(permissionRefusals, refusal('permission.person_missing'))
  const held = await tx
    .selectFrom('facility_admin_permissions')
    .select(['user_id', 'permission_type', 'expires_on', 'last_used_at'])
    .where((eb) => eb.and(key))
    .where('is_enabled', '=', true)
    .forUpdate()
    .executeTakeFirst()
  if (!held) return
  refuseIf(
    permissionRefusals,
    successionBlocker(held, { successor_id: successorId, no_successor: noSuccessor }),
  )
  if (successorId) await turnOnPermission(tx, { ...key, user_id: successorId, expires_on: held.expires_on })
  await tx
    .updateTable('facility_admin_permissions')
    .set({ is_enabled: false })
    .where((eb) => eb.and(key))
    .execute()
  const successor = successorId ? await nameOf(tx, successorId) : null
  const values = { ...(await heldIn(tx, key)), successor }
  await notifyPermission(tx, key, notification(notificationTexts, 'permission.turned_off', values))
}

async function nameOf(tx: Tx, userId: string): Promise<string | null> {
  const person = await tx.selectFrom('users').where('id', '=', userId).select('full_name').executeTakeFirst()
  return person?.full_name ?? null
}
