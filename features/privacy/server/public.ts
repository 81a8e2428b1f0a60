export { rosterAsFacility, rostersAsFacility } from './sql.ts'
