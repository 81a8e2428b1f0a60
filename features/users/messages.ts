import { notificationText } from '#core/notification-texts.ts'
import { asRole, type Role } from '#core/roles.ts'

/** What people are notified of: code → text. */
export const notificationTexts = {
  'account.changed': notificationText<{ role: Role; place: string | null }>(
    () => 'Your account was changed',
    ({ role, place }) => `You are now ${asRole(role)}${place ? ` at ${place}` : ''}.`,
  ),
}
