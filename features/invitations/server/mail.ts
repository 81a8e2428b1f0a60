import { asRole } from '#core/roles.ts'
import { mailBody } from '#platform/server/mail-layout.ts'
import type { InvitationRole } from '../contract.ts'
import { acceptPath, lifetimeDays } from '../rules.ts'
import type { Sent } from './commands/send-invitations.ts'

export type InvitationMail = {
  id: string
  email: string
  role: InvitationRole
  token: { token: string; hash: string }
  /** How often it was sent before: each sending is a separate email. */
  resendCount: number
  message: string | null
  tenant: string
  inviter: string
}

/** Builds an invitation with its email: who invites to what, the link with the token, and its expiry. */
export function invitationMail(invitation: InvitationMail, appUrl: string): Sent {
  const { id, email, role, token, resendCount, message, tenant, inviter } = invitation
  return {
    id,
    token_hash: token.hash,
    subject: `${tenant} invites you to Placewell`,
    ...mailBody({
      heading: `Join ${tenant} on Placewell`,
      paragraphs: [
        `${inviter} invites you to join ${tenant} as ${asRole(role)}.`,
        ...(message ? [`${inviter} writes: “${message}”`] : []),
        role === 'student'
          ? 'Placewell is where you find your clinical placements and shifts. Choose a password to get started.'
          : `Placewell coordinates clinical placements between schools and facilities. Choose a password, and you start as ${asRole(role)}.`,
        ...(resendCount > 0 ? ['This link replaces the one you were sent before.'] : []),
      ],
      action: { label: 'Accept the invitation', url: `${appUrl}${acceptPath(role)}?token=${token.token}` },
      footnote: `The link works once, for ${lifetimeDays(role)} days, and only for ${email}. If you didn’t expect it, you don’t need to do anything.`,
    }),
  }
}
