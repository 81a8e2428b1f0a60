export { InvitationAnswer } from './InvitationAnswer.tsx'
export { InvitationWithAccount } from './InvitationWithAccount.tsx'
export { UnopenedInvitation } from './UnopenedInvitation.tsx'
