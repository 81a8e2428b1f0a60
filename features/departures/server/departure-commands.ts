import type { Tx } from '#platform/server/db.ts'
import { type RoleChange, settleChange } from './commands/settle-change.ts'
import type { DecisionRefusals } from './commands/decide-steps.ts'
import { undoDeparture } from './commands/undo-departure.ts'
import type { HoldingCommands } from './holding-commands.ts'

/** The departure commands for other features, given the commands that free holdings and give them back. */
export const departureCommands = (commands: HoldingCommands) => ({
  settleChange: (tx: Tx, change: RoleChange, refusals: DecisionRefusals) =>
    settleChange(tx, commands, change, refusals),
  undoDeparture: (tx: Tx, userId: string, eventId: number | null = null) =>
    undoDeparture(tx, commands, userId, eventId),
})
