import { expect, test } from 'vitest'
import { refusalMessage } from '#core/refusal.ts'
import { requestLinkRefusals } from './messages.ts'
import { type RequestLinkState, requestLinkBlocker, requestLinkState } from './rules.ts'

test('a live link is not refused', () => expect(requestLinkBlocker('live')).toBeNull())

test.each([
  ['answered', /already answered/],
  ['expired', /7 days/],
  ['no_permission', /can’t answer/],
  ['sign_in', /sign in/],
  ['unknown', /whole address/],
] as const satisfies readonly (readonly [RequestLinkState, RegExp])[])(
  'a link that is %s says what to do',
  (state, words) => expect(refusalMessage(requestLinkRefusals, requestLinkBlocker(state)!)).toMatch(words),
)

const good = { is_answered: false, is_over: false, may_answer: true, wants_sign_in: false }
test.each([
  [{}, 'live'],
  [{ wants_sign_in: true }, 'sign_in'],
  [{ may_answer: false, wants_sign_in: true }, 'no_permission'],
  [{ is_over: true, may_answer: false }, 'expired'],
  [{ is_answered: true, is_over: true }, 'answered'],
] as const)('%j is %s', (change, state) => expect(requestLinkState({ ...good, ...change })).toBe(state))
