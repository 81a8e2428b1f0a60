import type { JobKind } from '#features/jobs/server/public.ts'
import { deactivateByJob } from './commands/deactivate-by-job.ts'
import { finishDeparture } from './commands/finish-departure.ts'
import type { HoldingCommands } from './holding-commands.ts'

/** The jobs that close accounts after the last day. */
export const departureJobs = (commands: HoldingCommands) => ({
  departure: finishDeparture(commands) as JobKind,
  deactivation: deactivateByJob(commands) as JobKind,
})
