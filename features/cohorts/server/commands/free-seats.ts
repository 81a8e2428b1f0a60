import { sql } from 'kysely'
import type { AutomaticReason } from '#core/automatic-reasons.ts'
import type { PlainDate } from '#core/plain-date.ts'
import { refuseIf } from '#core/refusal.ts'
import { type AssignmentStatus, askedSeats } from '#core/seat-statuses.ts'
import { endGroup, groupNotifications } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { cohortRefusals } from '../../messages.ts'
import { freedBlocker } from '../../rules.ts'
import { seatsFrom } from '../queries/plan-change.ts'

/** The commands on seats that a change of cohort uses, injected where the app is assembled. */
export type SeatCommands = {
  removeSeat: (tx: Tx, seat: { id: string; code: null; reason: string }) => Promise<void>
  decideRequest: (tx: Tx, seat: { id: string; decision: 'decline'; reason: string }) => Promise<void>
}

/** The reason on each freed seat, which others can read; it does not say why the student left. */
const WHY = 'seat.left_cohort' satisfies AutomaticReason

/**
 * Takes students off their shifts from a day on, each notified once; the next in line get the seats. Throws if it would be too many at once.
 */
export async function freeSeats(
  tx: Tx,
  commands: SeatCommands,
  { change, students, on }: { change: string; students: readonly string[]; on: PlainDate },
): Promise<void> {
  const { rows } = await sql<{ id: string; status: AssignmentStatus }>`
    select s.id, s.status from ${seatsFrom(on)} s where s.student_id = any (${students}::uuid[]) order by s.id`.execute(
    tx,
  )
  refuseIf(cohortRefusals, freedBlocker(rows.length))
  await groupNotifications(tx, `cohort change ${change} seats`, {})
  for (const { id, status } of rows)
    if (askedSeats.includes(status))
      await commands.decideRequest(tx, { id, decision: 'decline', reason: WHY })
    else await commands.removeSeat(tx, { id, code: null, reason: WHY })
  await endGroup(tx)
}
