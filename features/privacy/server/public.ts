export { rosterAsFacility } from './sql.ts'
