import { notificationText } from '#core/notification-texts.ts'
import { conflict, forbidden, limited, notFound } from '#core/refusal.ts'
import { asRole, type Role } from '#core/roles.ts'

/** What people read when an invitation cannot be sent or revoked. */
export const invitationRefusals = {
  'invitation.missing': notFound(() => 'We can’t find that invitation.'),
  'invitation.not_yours': forbidden(() => 'You may not invite people of this role.'),
  'invitation.accepted': conflict(() => 'This invitation was already accepted.'),
  'invitation.joined': conflict(() => 'This invitation was already accepted: deactivate the person instead.'),
  'invitation.revoked': conflict(() => 'This invitation was already revoked.'),
  'invitation.place_closed': conflict<{ kind: 'school' | 'facility' }>(
    ({ kind }) => `This ${kind} is not active.`,
  ),
  'invitation.checked_often': {
    kind: 'limited' as const,
    text: () => 'Rate limit exceeded. Please try again later.',
  },
  'invitation.sent_often': limited(() => 'This invitation was sent several times just now.'),
  'invitation.daily': limited(() => 'This address has reached the daily limit for invitations.'),
  'invitation.hourly': limited<{ is_import: boolean; amount: number; spent: number }>(
    ({ is_import: isImport, amount, spent }) => {
      if (!isImport) return 'You have sent 100 invitations within an hour; that is as many as go out at once.'
      if (spent === amount) return 'An import sends at most 3000 invitations within an hour.'
      return `You have imported ${spent - amount} invitations within an hour, and with these it would be more than 3000.`
    },
  ),
}

/** What people are notified of: code → text. */
export const notificationTexts = {
  'invitation.accepted': notificationText<{ name: string; email: string; role: Role }>(
    ({ name }) => `${name} accepted your invitation`,
    ({ email, role }) => `${email} has joined as ${asRole(role)}.`,
  ),
  'invitation.renewal_requested': notificationText<{ name: string; email: string }>(
    ({ name }) => `${name} requested a new invitation`,
    ({ email }) =>
      `The invitation to ${email} can no longer be accepted. Send it again from the list of invitations.`,
  ),
}
