import { notificationText } from '#core/notification-texts.ts'
import { asRole, type Role } from '#core/roles.ts'

/** What people are notified of: code → text. */
export const notificationTexts = {
  'invitation.accepted': notificationText<{ name: string; email: string; role: Role }>(
    ({ name }) => `${name} accepted your invitation`,
    ({ email, role }) => `${email} has joined as ${asRole(role)}.`,
  ),
  'invitation.renewal_requested': notificationText<{ name: string; email: string }>(
    ({ name }) => `${name} asks for a new invitation`,
    ({ email }) =>
      `The invitation to ${email} can no longer be accepted. Send it again from the list of invitations.`,
  ),
}
