import { expect, test } from 'vitest'
import { counterOf } from './counter-of.ts'
import { requestWork } from './request-work.ts'

const now = '2026-11-23T12:00:00Z'
test.each([
  ['2026-11-24T12:00:00Z', true],
  ['2026-11-22T12:00:00Z', true],
  ['2026-11-26T12:00:00Z', false],
  [null, false],
])('an answer that is due %s is urgent: %s', (by, isUrgent) => {
  expect(requestWork({ respond_by: by }, now)).toEqual({ isUrgent })
})

const request = { start_time: '07:00', end_time: '15:00', facility_id: 'a', seats_from: 6, seats_to: 6 }
const asked = { start_time: '07:00', end_time: '15:00', facility_id: 'a', capacity: 6, reason: '' }
test('a counteroffer has only what differs from the request', () => {
  expect(counterOf(request, asked)).toEqual({})
  expect(counterOf(request, { ...asked, start_time: '15:00', end_time: '23:00', capacity: '4' })).toEqual({
    start_time: '15:00',
    end_time: '23:00',
    capacity: 4,
  })
})
test('if the shifts differ, one value for all is a counteroffer, and empty leaves each as it is', () => {
  const differing = { ...request, start_time: null, seats_from: 4 }
  expect(counterOf(differing, asked)).toEqual({ start_time: '07:00', capacity: 6 })
  expect(counterOf(differing, { ...asked, start_time: '', capacity: '' })).toEqual({})
})
