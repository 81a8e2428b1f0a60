import { checkHealth, HEALTH_JOB } from './health.ts'

/** The job kinds of permissions, by name. */
export const permissionJobs = { [HEALTH_JOB]: checkHealth }
