import { expect, test } from 'vitest'
import type { ShiftRow } from '../contract.ts'
import { isAskedFirst } from './use-held-actions.ts'

const row = (proctor_id: string | null) =>
  ({ experience_type: 'group', proctor_id, preceptor_id: null }) as unknown as ShiftRow

test('submitting, and publishing with a leader, can be undone and need no dialog', () => {
  expect(isAskedFirst('submit', [row(null)])).toBe(false)
  expect(isAskedFirst('publish', [row('marcus')])).toBe(false)
})

test('actions that need an instructor, affect many shifts, or can’t be undone open a dialog', () => {
  expect(isAskedFirst('publish', [row('marcus'), row(null)])).toBe(true)
  expect(
    isAskedFirst(
      'submit',
      Array.from({ length: 21 }, () => row(null)),
    ),
  ).toBe(true)
  expect(isAskedFirst('withdraw', [row(null)])).toBe(true)
})
