export { agreementGapRefusals } from '../messages.ts'
export { runDuePartnershipWork, startPartnershipWorker } from './worker.ts'
