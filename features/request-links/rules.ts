import { refusal } from '#core/refusal.ts'

/** How many days a link in an email about requests works. */
export const REQUEST_LINK_DAYS = 7

/** The state of a link; `unknown` if there is no such link. */
export type RequestLinkState = 'live' | 'answered' | 'expired' | 'no_permission' | 'sign_in' | 'unknown'

/** The state of a link: whether it was answered or expired comes before what its person may do. */
export function requestLinkState(link: {
  is_answered: boolean
  is_over: boolean
  may_answer: boolean
  wants_sign_in: boolean
}): RequestLinkState {
  if (link.is_answered) return 'answered'
  if (link.is_over) return 'expired'
  if (!link.may_answer) return 'no_permission'
  return link.wants_sign_in ? 'sign_in' : 'live'
}

/** Why requests can't be answered by a link, with the next step, or null. */
export function requestLinkBlocker(state: RequestLinkState) {
  switch (state) {
    case 'live':
      return null
    case 'answered':
      return refusal('request_link.answered')
    case 'expired':
      return refusal('request_link.expired')
    case 'no_permission':
      return refusal('request_link.no_permission')
    case 'sign_in':
      return refusal('request_link.sign_in')
    case 'unknown':
      return refusal('request_link.unknown')
  }
}
