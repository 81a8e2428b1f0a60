export { setPersonStatus } from './commands/set-person-status.ts'
