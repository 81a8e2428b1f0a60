export { lockDays } from './commands/lock-days.ts'
export { refuseWithinLeave } from './commands/refuse-within-leave.ts'
export { findOwnLeave } from './queries/find-leaves.ts'
