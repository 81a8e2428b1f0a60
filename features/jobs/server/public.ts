export { jobHandlers } from './handlers.ts'
export { latest as latestOfKind } from './sql.ts'
export { startJob } from './start-job.ts'
export { type JobKind, type JobKinds, type JobServices, outcomeOf, runJob, startJobWorker } from './worker.ts'
