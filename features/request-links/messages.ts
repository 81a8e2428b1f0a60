import { conflict, forbidden, notFound } from '#core/refusal.ts'
import { REQUEST_LINK_DAYS } from './rules.ts'

/** What people read when requests can't be answered by the link in an email. */
export const requestLinkRefusals = {
  'request_link.unknown': notFound(
    () => 'This link isn’t valid. Copy the whole address from the email into the address bar.',
  ),
  'request_link.answered': conflict(
    () => 'These requests were already answered with this link. Sign in to change something.',
  ),
  'request_link.expired': conflict(
    () => `This link expired after ${REQUEST_LINK_DAYS} days. Sign in to answer the requests.`,
  ),
  'request_link.no_permission': forbidden(
    () => 'You can’t answer requests for this facility anymore. Ask its administrators.',
  ),
  'request_link.sign_in': forbidden(
    () => 'Your organization asks you to sign in before you answer requests.',
  ),
  'request_link.gone': conflict(() => 'This request was answered, withdrawn or changed in the meantime.'),
}
