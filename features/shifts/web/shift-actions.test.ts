import { expect, test } from 'vitest'
import { endOfChange, labelOfAction } from './shift-actions.ts'
import { needsReason, shiftQuestions } from './shift-questions.ts'

test('a party takes its own change back, and declines the change of the other party', () => {
  expect(endOfChange({ party: 'school' }, 'school')).toBe('take_back_change')
  expect(endOfChange({ party: 'facility' }, 'facility')).toBe('take_back_change')
  for (const party of ['school', 'platform'] as const)
    expect(endOfChange({ party: 'facility' }, party)).toBe('decline_change')
})

test('taking back one’s own change asks no one to decline it, and for no reason', () => {
  const { title, body, single, reason, call } = shiftQuestions.take_back_change
  expect([title('5 East'), body, labelOfAction('take_back_change'), single].join(' ')).not.toMatch(/declin/i)
  expect(title('5 East')).toBe('Take back your change?')
  expect([reason, needsReason('take_back_change', 'school')]).toEqual([undefined, false])
  expect(call!.input({ code: '', seats: null, reason: null, late: null, toBeNamed: false })).toEqual({
    accept: false,
    reason: null,
  })
})
