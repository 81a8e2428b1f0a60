import { notificationText } from '#core/notification-texts.ts'
import { conflict, forbidden, notFound } from '#core/refusal.ts'
import { asRole, type Role } from '#core/roles.ts'

/** Why an invitation cannot be sent or revoked: code → text. */
export const invitationRefusals = {
  'invitation.missing': notFound(() => 'We can’t find that invitation.'),
  'invitation.not_yours': forbidden(() => 'You can’t invite people with this role.'),
  'invitation.accepted': conflict(() => 'This invitation was already accepted.'),
  'invitation.joined': conflict(() => 'This invitation was already accepted: deactivate the person instead.'),
  'invitation.revoked': conflict(() => 'This invitation was already revoked.'),
  'invitation.other_open': conflict(() => 'This person has another open invitation. Use that one.', 'email'),
  'invitation.tenant_closed': conflict<{ kind: 'school' | 'facility' }>(
    ({ kind }) => `This ${kind} is not active.`,
  ),
}

/** Notifications about invitations: code → text. */
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
