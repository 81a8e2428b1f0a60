import { notificationText } from '#core/notification-texts.ts'
import { conflict, forbidden, invalid, notFound } from '#core/refusal.ts'

/** Why a sign-up cannot be decided. */
export const signupRefusals = {
  'signup.missing': notFound(() => 'We can’t find that request.'),
  'signup.for_oneself': forbidden(() => 'You can’t decide on your own request.'),
  'signup.returned': conflict(() => 'This request was sent back; the applicant has to answer first.'),
  'signup.decided': conflict<{ status: string; by: string | null }>(
    ({ status, by }) => `This request was already ${status}${by ? ` by ${by}` : ''}.`,
  ),
  'signup.note_missing': invalid(() => 'Give a reason. The applicant will read it.', 'note'),
  'signup.deactivated': conflict(() => 'This account is deactivated. Reactivate it first.'),
  'signup.not_verified': conflict(
    () => 'The email address is not verified yet. Ask the person to open the link in their email.',
  ),
  'signup.tenant_missing': invalid<{ kind: 'school' | 'facility' }>(
    ({ kind }) => `Choose the ${kind} this person belongs to first.`,
  ),
  'signup.tenant_closed': conflict(
    () => 'This school or facility is not active. Ask a superadmin to reactivate it.',
  ),
  'signup.not_approvable': conflict(
    () =>
      'This account cannot be approved: its address is not verified, it is deactivated, or its school or facility is not known.',
  ),
}

/** Notification texts by code. */
export const notificationTexts = {
  'signup.approved': notificationText<{ tenant: string; note: string | null }>(
    ({ tenant }) => `Welcome to ${tenant}`,
    ({ note }) => ['Your account is approved. You can start right away.', note].filter(Boolean).join(' '),
  ),
  'signup.declined': notificationText<{ tenant: string; note: string }>(
    () => 'Your request was declined',
    ({ tenant, note }) => `${tenant} did not approve your request: ${note}`,
  ),
  'signup.returned': notificationText<{ tenant: string; note: string }>(
    () => 'Your request needs an answer',
    ({ tenant, note }) => `${tenant} sent your request back: ${note}`,
  ),
}

/** What approving the first administrator of a school does. */
export const firstAdminHint =
  'The first administrator of a school becomes its school super admin, who invites and approves the others.'
