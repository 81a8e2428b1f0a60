import type { Tx } from '#platform/server/db.ts'
import { type RoleChange, settleChange } from './commands/settle-change.ts'
import type { DecisionRefusals } from './commands/decide-steps.ts'
import { undoDeparture } from './commands/undo-departure.ts'
import type { SeatCommands } from './seat-commands.ts'

/** What other features do with departures, once these know how seats are given up and given back. */
export const departureCommands = (seats: SeatCommands) => ({
  settleChange: (tx: Tx, change: RoleChange, refusals: DecisionRefusals) =>
    settleChange(tx, seats, change, refusals),
  undoDeparture: (tx: Tx, userId: string, eventId: number | null = null) =>
    undoDeparture(tx, seats, userId, eventId),
})
