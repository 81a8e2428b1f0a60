export { withChainReader } from './queries/chain-reader.ts'
export { startAuditWorker } from './sealing.ts'
export { auditJobs } from './verify-chains.ts'
