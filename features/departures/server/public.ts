export { countUnfit } from './commands/settle-change.ts'
export { departureCommands } from './departure-commands.ts'
export { countHoldings } from './queries/held-by.ts'
export { departureJobs, startDepartures } from './worker.ts'
