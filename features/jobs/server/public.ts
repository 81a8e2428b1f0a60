export { jobHandlers } from './handlers.ts'
export { latestJob as latestOfKind } from './queries/list-jobs.ts'
export { startJob } from './start-job.ts'
export { type JobKind, type JobKinds, type JobServices, outcomeOf, runJob, startJobWorker } from './worker.ts'
