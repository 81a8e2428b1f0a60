export { findClearance } from './queries/clearance-facts.ts'
export { startCredentialReminders } from './reminders.ts'
export { findClearance } from './queries/clearance-facts.ts'
