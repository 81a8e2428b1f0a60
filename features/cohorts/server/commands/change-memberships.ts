import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { BeginReason, CheckedMove, LeaveReason } from '../../contract.ts'
import { cohortRefusals } from '../../messages.ts'
import { reasonBlocker } from '../../rules.ts'
import { planChange, type WantedChange } from '../queries/plan-change.ts'
import { freeSeats, type SeatCommands } from './free-seats.ts'
import { lockMemberships } from './lock-cohort.ts'
import { notifyMoved } from './notify-moved.ts'
import { beginMemberships, endMemberships } from './write-memberships.ts'

type Change = WantedChange & {
  reason: BeginReason | LeaveReason
  note?: string | undefined
  frees_seats?: boolean
}

/**
 * Moves many students at once, or ends their memberships: all or nothing for those who can be; returns the others with the reason. With
 * commands on seats, those who end up without a cohort are taken off their shifts from that day on.
 */
export async function changeMemberships(
  tx: Tx,
  id: string,
  change: Change,
  seats: SeatCommands | null = null,
): Promise<CheckedMove[]> {
  const { school_id, cohort_id, on_date: on, reason, note } = change
  await lockMemberships(tx, { id: school_id })
  const { cohort, judged } = await planChange(tx, change)
  refuseIf(cohortRefusals, reasonBlocker(cohort !== null, reason))
  const able = judged.filter(({ verdict }) => verdict === 'ok')
  const students = able.map((one) => one.student_id)
  if (able.length === 0) refuse(cohortRefusals, refusal('cohort_change.nobody'))
  const leaving = cohort ? null : (reason as LeaveReason)
  await tx
    .insertInto('cohort_changes')
    .values({
      id,
      school_id,
      cohort_id,
      kind: cohort ? 'move' : 'end',
      on_date: on,
      end_reason: leaving,
      student_count: able.length,
      note: note?.trim() || null,
    })
    .execute()
  await endMemberships(tx, { school_id, students, on, reason: leaving ?? 'transferred', change: id })
  if (cohort) {
    // A student without a cohort is enrolled, regardless of the others.
    const stays = able.map((one) => ({
      cohort_id: cohort.id,
      student_id: one.student_id,
      reason: reason === 'transferred' && one.membership_id === null ? 'enrolled' : (reason as BeginReason),
    }))
    await beginMemberships(tx, { school_id, on, change: id, stays })
  }
  if (!cohort && seats) await freeSeats(tx, seats, { change: id, students, on })
  if (cohort) await notifyMoved(tx, { change: id, students, cohort, from: on })
  else
    for (const [name, of] of Map.groupBy(able, (one) => one.cohort_name!))
      await notifyMoved(tx, {
        change: id,
        students: of.map((one) => one.student_id),
        cohort: { name },
        from: on,
      })
  return judged
}
