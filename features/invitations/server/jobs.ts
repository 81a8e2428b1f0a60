import type { JobKind, JobKinds } from '#features/jobs/server/public.ts'
import { inviteInJob } from './invite-students.ts'

/** The jobs that send invitations, by name. */
export const invitationJobs = (appUrl: string) =>
  ({ invite_students: inviteInJob(appUrl) as JobKind }) satisfies JobKinds
