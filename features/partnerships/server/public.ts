export { startPartnershipWorker } from './worker.ts'
