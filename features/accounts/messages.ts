import { notificationText } from '#core/notification-texts.ts'
import { conflict, invalid } from '#core/refusal.ts'
import { asRole, type SignUpRole } from '#core/roles.ts'
import { missingTenants } from './rules.ts'

/** Notification texts by code. */
export const notificationTexts = {
  'signup.requested': notificationText<{ applicant: string }>(
    ({ applicant }) => `${applicant} asks to join`,
    () => 'Review the request, then approve it, decline it or send it back.',
  ),
}

const missing = (code: keyof typeof missingTenants) =>
  invalid(() => missingTenants[code].text, missingTenants[code].field)

/** Spec §8. */
export const BOOTSTRAP_FAILED = 'Failed to bootstrap superadmin'

/** Why an account is not created, an address not verified or a password not set: texts by code. */
export const accountRefusals = {
  'superadmin.not_bootstrapped': invalid(() => BOOTSTRAP_FAILED),
  'signup.role': invalid(
    ({ role }: { role: string }) =>
      `Invalid role: ${role}. Valid roles are: student, facility_admin, school_admin, proctor`,
  ),
  'signup.closed': conflict(
    ({ role }: { role: SignUpRole }) =>
      `Sign-up as ${asRole(role)} is closed at the moment. Ask ${role === 'facility_admin' ? 'your facility' : 'your school'} for an invitation, or write to us on the contact page.`,
  ),
  'signup.proctor_school': missing('signup.proctor_school'),
  'signup.invalid_school': invalid(() => 'Invalid school ID provided for proctor role', 'school_id'),
  'signup.choose_school': missing('signup.choose_school'),
  'signup.wrong_code': invalid(
    () => 'That isn’t this school’s join code. Your school can give you the code.',
    'join_code',
  ),
  'signup.school_not_found': invalid(() => 'This school was not found. Search for it again.', 'school_id'),
  'signup.name_school': missing('signup.name_school'),
  'signup.facility_not_found': invalid(
    () => 'This facility was not found. Search for it again.',
    'facility_id',
  ),
  'signup.name_facility': missing('signup.name_facility'),
  'signup.has_account': conflict(
    () =>
      'Looks like you already have an account with this email address. Please click here to log into your account or click here to reset your password.',
  ),
  'signup.changed': conflict(() => 'Your request just changed. Reload the page to see its status.'),
  'link.not_valid': invalid(() => 'Invalid or expired verification link.'),
  'reset.not_valid': invalid(() => 'Invalid reset token.'),
  'reset.expired': invalid(() => 'Reset token has expired. Please request a new password reset.'),
  'reset.no_account': invalid(() => 'User not found.'),
  'two_step.code_required': conflict(
    () => 'Enter the code that your authenticator app shows, or one of your recovery codes.',
    'code',
  ),
  'two_step.wrong_code': invalid(
    () =>
      'That code isn’t right. Codes change every 30 seconds and work once: enter the one your app shows now, or an unused recovery code.',
    'code',
  ),
  'two_step.not_started': conflict(() => 'Start again: your authenticator app has no key for Placewell yet.'),
  'two_step.already_on': conflict(
    () => 'Two-step verification is already on. Turn it off first to set it up again.',
  ),
  'two_step.own': conflict(() => 'Turn off your own two-step verification on your profile.'),
  'two_step.is_off': conflict(() => 'Two-step verification is off for this account.'),
  'account.odd_email': invalid(() => 'An email address can only contain plain letters, digits and symbols.'),
}
