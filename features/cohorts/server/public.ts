export { changeMemberships } from './commands/change-memberships.ts'
export { joinNamedCohort } from './commands/join-named-cohort.ts'
export { cohortStatus } from './queries/cohort-status.ts'
export { replaceAdvisor } from './commands/set-advisors.ts'
