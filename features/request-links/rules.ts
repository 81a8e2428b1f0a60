import { refusal } from '#core/refusal.ts'

/** How many days a link in an email about requests works. */
export const REQUEST_LINK_DAYS = 7

/** What a link is good for now; `unknown` where there is none. */
export type RequestLinkState = 'live' | 'answered' | 'expired' | 'no_permission' | 'sign_in' | 'unknown'

/** The state of a link: what became of it comes before what its person may do. */
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

/** Why requests cannot be answered by a link, with the next step; null while they can. */
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
