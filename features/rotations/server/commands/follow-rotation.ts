import { notification } from '#core/notification-texts.ts'
import { addDays, todayIn } from '#core/plain-date.ts'
import { refuseIf } from '#core/refusal.ts'
import {
  type Actor,
  askChange,
  endShift,
  facilityOfPlan,
  inWords,
  type Locked,
  rejoinSeries,
  removeShift,
  runEach,
  updateShift,
  withdrawShift,
} from '#features/shifts/server/public.ts'
import { endGroup, groupNotifications } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { isNearDeadline } from '#platform/server/time-left.ts'
import type { FollowUp } from '../../contract.ts'
import { notificationTexts, rotationRefusals } from '../../messages.ts'
import { countSteps, type FollowStep, followSteps, reasonBlocker, type RotationPlan } from '../../rules.ts'
import { heldShifts, type Rotation } from '../queries/load-rotation.ts'
import { createDrafts } from './insert-rotation.ts'

/** A change of a rotation: `before` null brings its shifts in line, `after` null cancels them. */
type Change = { before: RotationPlan | null; after: RotationPlan | null }

/** What a change would do to the upcoming shifts; new days begin tomorrow at the unit. */
export async function stepsOf(tx: Tx, rotation: Rotation, { before, after }: Change) {
  const { time_zone } = await facilityOfPlan(tx, rotation.school_id, (after ?? rotation).facility_id)
  const tomorrow = addDays(todayIn(time_zone), 1)
  return followSteps(before, after, await heldShifts(tx, rotation), tomorrow)
}

/**
 * Lets the shifts ahead follow a rotation, each through the command that the school itself would use: what was agreed on is asked of the
 * facility. One that cannot follow stays as it is and is said; everyone concerned is notified once for all of them. It stops in time
 * (decision 216): those it did not come to are `not_reached`, and the same again without what was refused goes on with them.
 */
export async function followRotation(
  tx: Tx,
  me: Actor,
  rotation: Rotation,
  { reason, refused, ...change }: Change & { reason: string | null; refused: readonly string[] },
): Promise<FollowUp> {
  const { steps: all, added } = await stepsOf(tx, rotation, change)
  const steps = all.filter(({ shift }) => !refused.includes(shift.id))
  refuseIf(rotationRefusals, reasonBlocker(steps, reason))
  const text = { rotation: rotation.name }
  const heading = change.after
    ? notification(notificationTexts, 'rotation.changed', text)
    : notification(notificationTexts, 'rotation.canceled', text)
  await groupNotifications(tx, `rotation ${rotation.id} ${rotation.version}`, heading)
  const byId = new Map(steps.map((step) => [step.shift.id, step]))
  const shifts = steps.map(({ shift }) => shift)
  // First, while there is time: all of them are written at once.
  if (change.after)
    await createDrafts(
      tx,
      me,
      {
        schoolId: rotation.school_id,
        seriesId: rotation.series_id,
        fields: { ...rotation, ...change.after },
      },
      added,
    )
  const outcomes = await runEach(
    tx,
    shifts,
    (shift) => (at) => take(at, me, byId.get(shift.id)!, reason),
    inWords,
    isNearDeadline,
  )
  await endGroup(tx)
  const failed = new Set(outcomes.filter(({ ok }) => !ok).map(({ id }) => id))
  await rejoinSeries(
    tx,
    steps
      .filter(({ kind, shift }) => kind === 'change' && !shift.is_series_exception && !failed.has(shift.id))
      .map(({ shift }) => shift.id),
  )
  return {
    ...countSteps(
      steps.filter(({ shift }) => !failed.has(shift.id)),
      added,
    ),
    refused: outcomes
      .filter(({ ok }) => !ok)
      .map((outcome) => ({ ...outcome, date: byId.get(outcome.id)!.shift.date })),
  }
}

/** Applies one step to one shift. */
async function take(
  tx: Tx,
  me: Actor,
  step: FollowStep,
  reason: string | null,
): Promise<{ version: number }> {
  const { id, version } = step.shift
  let at: Locked = { id, version }
  const why = reason ?? ''
  if (step.kind !== 'change') return drop(tx, me, step.kind, { ...at, reason: why })
  const { fields, proposal } = step
  if (Object.keys(fields).length > 0)
    at = { id, version: (await updateShift(tx, me, { ...at, fields, reason })).version }
  if (Object.keys(proposal).length === 0) return at
  return askChange(tx, me, { ...at, change: proposal, reason: why })
}

function drop(
  tx: Tx,
  me: Actor,
  kind: 'remove' | 'withdraw' | 'cancel',
  sent: Locked & { reason: string },
): Promise<{ version: number }> {
  if (kind === 'remove') return removeShift(tx, me, sent)
  if (kind === 'withdraw') return withdrawShift(tx, me, sent)
  return endShift(tx, me, { ...sent, event: 'cancel', code: 'other' })
}
