export { coverRefusals } from '../messages.ts'
export { letDaysPass } from './commands/let-days-pass.ts'
export { startPartnershipWorker } from './worker.ts'
