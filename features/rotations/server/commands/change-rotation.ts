import { refuseIf } from '#core/refusal.ts'
import type { Actor } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { FollowUp, RotationFields } from '../../contract.ts'
import { rotationRefusals } from '../../messages.ts'
import { cancelBlocker, changeBlocker, countSteps } from '../../rules.ts'
import { loadRotation } from '../queries/load-rotation.ts'
import { followRotation, stepsOf } from './follow-rotation.ts'
import { columnsOf } from './insert-rotation.ts'
import { lockRotation } from './lock-rotation.ts'

type Fields = Omit<RotationFields, 'semester_id'>
type Sent = { id: string; version: number; reason: string | null; refused: readonly string[] }

/** Whether a request came to all of the shifts: the rotation itself is written then, so that the same request again goes on. */
const isWhole = ({ refused }: FollowUp): boolean => refused.every(({ reason }) => reason !== 'not_reached')

/** Changes a rotation and its upcoming shifts. */
export async function changeRotation(tx: Tx, me: Actor, { fields, ...sent }: Sent & { fields: Fields }) {
  const before = await lockRotation(tx, sent)
  refuseIf(rotationRefusals, changeBlocker(before, fields))
  const followed = await followRotation(tx, me, before, { ...sent, before, after: fields })
  if (!isWhole(followed)) return followed
  const columns = columnsOf({ ...fields, semester_id: before.semester_id })
  await tx.updateTable('rotations').set(columns).where('id', '=', sent.id).execute()
  await tx
    .updateTable('shift_series')
    .set({ pattern: columns.pattern })
    .where('id', '=', before.series_id)
    .execute()
  return followed
}

/** What a change would do, without doing it. */
export async function previewChange(tx: Tx, id: string, fields: Fields): Promise<FollowUp> {
  const before = await loadRotation(tx, id)
  refuseIf(rotationRefusals, changeBlocker(before, fields))
  const { steps, added } = await stepsOf(tx, before, { before, after: fields })
  return { ...countSteps(steps, added), refused: [] }
}

/** Resets the upcoming shifts to what the rotation says, undoing individual changes. */
export async function alignShifts(tx: Tx, me: Actor, sent: Sent) {
  const rotation = await lockRotation(tx, sent)
  refuseIf(rotationRefusals, changeBlocker(rotation, rotation))
  return followRotation(tx, me, rotation, { ...sent, before: null, after: rotation })
}

/** Cancels a rotation: deletes drafts, withdraws requests, and cancels agreed shifts. */
export async function cancelRotation(tx: Tx, me: Actor, sent: Sent & { reason: string }) {
  const rotation = await lockRotation(tx, sent)
  refuseIf(rotationRefusals, cancelBlocker(rotation))
  const followed = await followRotation(tx, me, rotation, { ...sent, before: rotation, after: null })
  if (!isWhole(followed)) return followed
  await tx
    .updateTable('rotations')
    .set({ canceled_at: new Date().toISOString(), cancel_reason: sent.reason })
    .where('id', '=', sent.id)
    .execute()
  return followed
}
