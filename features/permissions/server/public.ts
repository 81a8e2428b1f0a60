export { permissionJobs } from './health.ts'
