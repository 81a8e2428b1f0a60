export { joinNamedCohort } from './commands/join-named-cohort.ts'
export { cohortStatus } from './queries/cohort-status.ts'
export { replaceAdvisor } from './commands/set-advisors.ts'
