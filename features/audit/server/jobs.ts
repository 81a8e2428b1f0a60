import { VERIFY_JOB, verifyChains } from './verify-chains.ts'

/** The kinds of jobs of the audit trail, by name. */
export const auditJobs = { [VERIFY_JOB]: verifyChains }
