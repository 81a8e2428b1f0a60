export { inviteStudents } from './invite-students.ts'
export { invitationState } from './queries/invitation-state.ts'
