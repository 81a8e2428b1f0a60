export { inviteStudents, reasonOf } from './invite-students.ts'
export { invitationState } from './queries/invitation-state.ts'
