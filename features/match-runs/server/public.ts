export { matchRunJobs } from './jobs.ts'
