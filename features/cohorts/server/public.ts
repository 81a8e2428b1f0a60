export { joinNamedCohort } from './commands/join-named-cohort.ts'
export { replaceAdvisor } from './commands/set-advisors.ts'
