import { mailBody, type MailText } from '#platform/server/mail-layout.ts'

export type AccountMail = { kind: string; subject: string; text: string; html: string }

/** The account emails, rendered for one installation's address. */
export function accountMails(appUrl: string) {
  const mail = (kind: string, subject: string, body: MailText): AccountMail => ({
    kind,
    subject,
    ...mailBody(body),
  })
  const link = (path: string, token: string) => `${appUrl}${path}?token=${encodeURIComponent(token)}`

  // Mails to an address that was not verified yet carry no words of the person who entered it: it may be a stranger's.
  return {
    verifyEmail: (token: string) =>
      mail('verify_email', 'Verify your email address', {
        heading: 'One step left: verify your email address',
        paragraphs: [
          'Hello,',
          'You signed up for Placewell with this address. Once you verify it, your request goes to the people who approve it.',
        ],
        action: { label: 'Verify my email address', url: link('/verify-email', token) },
        footnote:
          'The link works once and for 24 hours. If you didn’t sign up, ignore this email. Nothing happens unless the link is used.',
      }),

    resetPassword: (token: string) =>
      mail('reset_password', 'Reset your Placewell password', {
        heading: 'Choose a new password',
        paragraphs: ['Hello,', 'Someone, probably you, requested a new password for this address.'],
        action: { label: 'Choose a new password', url: link('/reset-password', token) },
        footnote:
          'The link works once and for 1 hour. If you didn’t request it, ignore this email. Your password stays the same.',
      }),

    passwordChanged: (name: string) =>
      mail('password_changed', 'Your Placewell password was changed', {
        heading: 'Your password was changed',
        paragraphs: [
          `Hello ${name},`,
          'The password of your account was just changed, and every other device was signed out.',
        ],
        action: { label: 'This wasn’t me: reset it', url: `${appUrl}/reset-password` },
      }),

    twoStepOn: (name: string) =>
      mail('two_step_on', 'Two-step verification is on', {
        heading: 'Two-step verification is on',
        paragraphs: [
          `Hello ${name},`,
          'From now on you sign in with your password and a code from your authenticator app. Every other device was signed out.',
          'Keep your recovery codes: each lets you sign in once without your phone.',
          'If this wasn’t you, reset your password, then write to us: we turn it off for you.',
        ],
        action: { label: 'This wasn’t me: contact us', url: `${appUrl}/contact` },
      }),

    twoStepOff: (name: string, by: string | null) =>
      mail('two_step_off', 'Two-step verification is off', {
        heading: 'Two-step verification is off',
        paragraphs: [
          `Hello ${name},`,
          `${by ? `${by} of Placewell turned off two-step verification of your account` : 'Two-step verification of your account was just turned off'}. You sign in with your password alone.`,
        ],
        action: { label: 'This wasn’t me: reset my password', url: `${appUrl}/reset-password` },
      }),

    recoveryCodesRenewed: (name: string) =>
      mail('recovery_codes_renewed', 'You have new recovery codes', {
        heading: 'New recovery codes were made',
        paragraphs: [
          `Hello ${name},`,
          'New recovery codes were just made for your account. The earlier ones no longer work.',
        ],
        action: { label: 'This wasn’t me: reset my password', url: `${appUrl}/reset-password` },
      }),

    recoveryCodeUsed: (name: string, left: number) =>
      mail('recovery_code_used', 'A recovery code was used to sign in', {
        heading: 'A recovery code was used',
        paragraphs: [
          `Hello ${name},`,
          `Someone, probably you, signed in with one of your recovery codes. ${left === 0 ? 'None is left' : `${left} ${left === 1 ? 'is' : 'are'} left`}: make new ones on your profile.`,
        ],
        action: { label: 'Open my profile', url: `${appUrl}/profile` },
        footnote: 'If this wasn’t you, reset your password right away.',
      }),

    wrongCodes: (name: string) =>
      mail('wrong_codes', 'Wrong codes were entered for your account', {
        heading: 'Wrong codes were entered for your account',
        paragraphs: [
          `Hello ${name},`,
          'Someone entered your password and then several wrong codes, in a browser that is new to your account. They are not signed in.',
          'If this was you, ignore this email. If not, someone else knows your password: choose a new one.',
        ],
        action: { label: 'This wasn’t me: reset my password', url: `${appUrl}/reset-password` },
      }),

    changeEmail: (token: string) =>
      mail('change_email', 'Confirm your new email address', {
        heading: 'Confirm your new email address',
        paragraphs: ['Hello,', 'You asked to sign in to Placewell with this address from now on.'],
        // The page knows a sign-up’s link from this one even when it no longer works.
        action: { label: 'Confirm this address', url: `${link('/verify-email', token)}&for=change` },
        footnote:
          'The link works once and for 24 hours. If you didn’t request this, ignore this email. Nothing changes.',
      }),

    changeEmailAsked: (name: string, newEmail: string) =>
      mail('change_email_asked', 'Someone asked to change your email address', {
        heading: 'A change to your email address was requested',
        paragraphs: [
          `Hello ${name},`,
          `Your account asked to use ${newEmail} from now on. It takes effect once the link we sent there is opened.`,
        ],
        action: { label: 'This wasn’t me: change my password', url: `${appUrl}/reset-password` },
      }),

    emailChanged: (name: string, newEmail: string) =>
      mail('email_changed', 'Your email address was changed', {
        heading: 'Your email address was changed',
        paragraphs: [
          `Hello ${name},`,
          `You sign in with ${newEmail} from now on; this address is no longer used.`,
          'If this wasn’t you, contact your school or facility, or Placewell support, right away.',
        ],
      }),

    emailTaken: () =>
      mail('email_taken', 'You already have a Placewell account', {
        heading: 'This address already has an account',
        paragraphs: [
          'Someone tried to use this address for another Placewell account. It already belongs to an account, so nothing was changed.',
        ],
        action: { label: 'Sign in', url: `${appUrl}/login` },
      }),
  }
}
