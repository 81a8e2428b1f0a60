export { inviteStudents, reasonOf } from './invite-students.ts'
export { invitationJobs } from './jobs.ts'
export { invitationState } from './queries/invitation-state.ts'
