export { findClearance } from './queries/clearance-facts.ts'
export { startCredentialReminders } from './reminders.ts'
export { clearanceOnShift } from './queries/clearance-on-shift.ts'
