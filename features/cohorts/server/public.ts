export { replaceAdvisor } from './commands/set-advisors.ts'
