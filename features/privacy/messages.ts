import { notificationText } from '#core/notification-texts.ts'
import { forbidden, invalid, notFound } from '#core/refusal.ts'

/** Notification texts: code → text. */
export const notificationTexts = {
  'release.requested': notificationText<{ school: string }>(
    ({ school }) => `${school} requested your release of information`,
    () =>
      'Without it, the sites where you learn see a number instead of your name. Read the release on your profile and decide.',
  ),
  'release.recorded': notificationText(
    () => 'Your school recorded a release of information that you signed',
    () => 'If you did not sign one, revoke it on your profile: nothing is shared from then on.',
  ),
  'release.ended': notificationText(
    () => 'Your school ended a release of information',
    () => 'Nothing is shared under it from now on. Your profile lists what was shared before.',
  ),
  'release.revoked': notificationText<{ student: string }>(
    ({ student }) => `${student} revoked a release of information`,
    () => 'Facilities no longer see the name. Check with the student before their next shift.',
  ),
  'directory.left': notificationText(
    () => 'Your name is off the lists that other students see',
    () => 'Your school changed this for you. You can change it on your profile.',
  ),
  'directory.joined': notificationText(
    () => 'Your classmates can find your name again',
    () => 'Your school changed this for you. You can change it on your profile.',
  ),
}

/** Refusals about a student's privacy. */
export const privacyRefusals = {
  'student.not_found': notFound(() => 'We can’t find that student.'),
  'release.not_own': forbidden(() => 'Only students give a release, signed in as themselves.'),
  'release.not_found': notFound(() => 'We can’t find that release.'),
  'release.signed_later': invalid(() => 'It can’t have been signed after today.'),
  'release.wrong_end': invalid(() => 'A release must end between today and five years from now.'),
  'release.no_facility': notFound(() => 'We can’t find that facility, or it is closed.'),
}
