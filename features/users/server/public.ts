export { setPersonStatus } from './commands/set-person-status.ts'
export { writePerson } from './commands/write-person.ts'
