export { withChainReader } from './queries/chain-reader.ts'
export { auditJobs } from './jobs.ts'
export { startAuditWorker } from './sealing.ts'
