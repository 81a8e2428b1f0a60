export { rosterAsFacility, rostersAsFacility } from './queries/roster-as-facility.ts'
