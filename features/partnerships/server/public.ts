export { agreementGapRefusals } from '../messages.ts'
export { runDuePartnershipWork } from './commands/run-due-partnership-work.ts'
export { startPartnershipWorker } from './worker.ts'
