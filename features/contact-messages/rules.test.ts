import { expect, test } from 'vitest'
import { messageState } from './contract.ts'
import { stateLabels, stateOf } from './rules.ts'

const at = '2026-11-21T12:00:00Z'

test.each([
  [null, null, 'unread'],
  [at, null, 'open'],
  [at, at, 'answered'],
  // Answered by email, before anyone opened it here.
  [null, at, 'answered'],
] as const)('read %s, answered %s: %s', (read_at, answered_at, state) => {
  expect(stateOf({ read_at, answered_at })).toBe(state)
})

test('every status has a label', () => expect(Object.keys(stateLabels)).toEqual(messageState.options))
