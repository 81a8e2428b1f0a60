export { letDaysPass } from './commands/let-days-pass.ts'
export { startPartnershipWorker } from './worker.ts'
