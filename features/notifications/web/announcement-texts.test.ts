import { expect, test } from 'vitest'
import { reachText } from './announcement-texts.ts'
import { sendingPollInterval } from './queries.ts'

test.each([
  [12_000, 100_000, null, '12,000 of 100,000 sent'],
  [100_000, 100_000, '2026-11-21T12:00:00Z', '100,000'],
  // Two people left while it was being sent, or two joined.
  [99_998, 100_000, '2026-11-21T12:00:00Z', '99,998'],
  [100_002, 100_000, null, '100,002 of 100,002 sent'],
])('%i notified of %i, finished %s: %s', (recipient_count, expected_count, finished_at, words) => {
  expect(reachText({ recipient_count, expected_count, finished_at })).toBe(words)
})

test('the history is read again while something is being sent, and only then', () => {
  const [done, under] = [{ finished_at: '2026-11-21T12:00:00Z' }, { finished_at: null }]
  expect([
    sendingPollInterval(undefined),
    sendingPollInterval([]),
    sendingPollInterval([done]),
    sendingPollInterval([done, under]),
  ]).toEqual([false, false, false, 2_000])
})
