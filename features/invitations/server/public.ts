export { revokeInvitation } from './commands/revoke-invitation.ts'
