export { countUnfit, settleChange } from './commands/settle-change.ts'
export { undoDeparture } from './commands/undo-departure.ts'
export { countHoldings } from './sql.ts'
export { departureJobs, startDepartures } from './worker.ts'
