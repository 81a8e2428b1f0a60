export { hoursImportJobs } from './jobs.ts'
