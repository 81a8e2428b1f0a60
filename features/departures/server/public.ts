export { countUnfit } from './commands/settle-change.ts'
export { departureCommands } from './departure-commands.ts'
export { countHoldings } from './sql.ts'
export { departureJobs, startDepartures } from './worker.ts'
