export { mappingJobs } from './jobs.ts'
