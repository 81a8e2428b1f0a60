export { startCredentialReminders } from './reminders.ts'
