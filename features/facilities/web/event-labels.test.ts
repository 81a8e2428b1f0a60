import { expect, it, test } from 'vitest'
import { movedWords } from '../messages.ts'
import { eventLabel, settledBy } from './event-labels.ts'

const event = (from_status: string | null, to_status: string, reason: string | null = null) => ({
  from_status,
  to_status,
  reason,
})
const paused = event('active', 'paused', 'The floor is renovated')
const moved = event('paused', 'paused', movedWords('Main', 'West', 'Rebuilt'))
const decided = event('paused', 'paused', 'It takes longer')

test.each([
  [event(null, 'active'), 'Created'],
  [paused, 'Paused'],
  [moved, 'Moved'],
  [event('active', 'active', movedWords(null, 'Group', 'Merger')), 'Moved'],
  [decided, 'Decided on its shifts'],
  [event('paused', 'active'), 'Resumed'],
  [event('archived', 'paused'), 'Restored'],
  [event('active', 'archived'), 'Archived'],
])('%o: %s', (change, label) => expect(eventLabel(change)).toBe(label))

it('finds what gave a unit its status, not what happened to it since', () => {
  expect(settledBy([moved, decided, paused, event(null, 'active')], 'paused')).toBe(paused)
})
