export { invitationState } from './queries/invitation-state.ts'
