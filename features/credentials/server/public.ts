export { findClearance } from './queries/clearance-facts.ts'
export { startClearanceWorker, startCredentialReminders } from './reminders.ts'
export { clearanceOnShift } from './queries/clearance-on-shift.ts'
export { countImpact } from './queries/count-impact.ts'
