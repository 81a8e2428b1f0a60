import { notificationText } from '#core/notification-texts.ts'
import { conflict, notFound } from '#core/refusal.ts'
import { asRole, type Role } from '#core/roles.ts'

/** What people are notified of: code → text. */
export const notificationTexts = {
  'account.changed': notificationText<{ role: Role; place: string | null }>(
    () => 'Your account was changed',
    ({ role, place }) => `You are now ${asRole(role)}${place ? ` at ${place}` : ''}.`,
  ),
}

/** Why a change of an account is not taken back. */
export const undoRefusals = {
  'account_change.not_found': notFound(() => 'This entry does not exist.'),
  'account_change.other_kind': conflict(() => 'This kind of change cannot be taken back.'),
  'account_change.too_late': conflict(() => 'This can be taken back for 24 hours only.'),
  'account_change.changed_since': conflict(
    () => 'This was changed again since then, so it cannot be taken back.',
  ),
}
