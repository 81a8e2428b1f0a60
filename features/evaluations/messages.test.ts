import { expect, test } from 'vitest'
import { notificationTexts as texts } from './messages.ts'

test('a student who disputed an evaluation reads the school’s answer when it is verified', () => {
  const facts = { kind: 'shift', student: 'Jenna Park', evaluator: 'Marcus Bell', semester: null } as const
  const verified = texts['evaluation.verified']
  expect(verified.message({ ...facts, reason: 'You were there.' })).toBe('By Marcus Bell. You were there.')
  for (const reason of ['', undefined])
    expect(verified.message({ ...facts, ...(reason !== undefined && { reason }) })).toBe('By Marcus Bell.')
})
