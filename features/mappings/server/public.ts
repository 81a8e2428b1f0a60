export { mappingJobs } from './jobs.ts'
export { loadActiveMappings } from './queries/load-active-mappings.ts'
