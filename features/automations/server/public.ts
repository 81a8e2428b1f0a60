export { automationJobs } from './jobs.ts'
export { startAutomations } from './worker.ts'
