export { withChainReader } from './chains-sql.ts'
export { startAuditWorker } from './sealing.ts'
export { auditJobs } from './verify-chains.ts'
