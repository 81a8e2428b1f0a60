import { expect, test } from 'vitest'
import { turnsOf } from './job-queue.ts'

const job = (id: string, party: string) => ({ id, jobId: `job ${id}`, party })
const entry = (id: string, party: string, priority = 0, isActive = false) => ({
  id,
  party,
  priority,
  isActive,
})
const orderOf = (turns: ReturnType<typeof turnsOf>) =>
  turns.added.toSorted((a, b) => b.priority - a.priority).map(({ id }) => id)

test('the first job of each school comes before the second of any', () => {
  const waiting = [
    job('a1', 'a'),
    job('a2', 'a'),
    job('a3', 'a'),
    job('b1', 'b'),
    job('c1', 'c'),
    job('b2', 'b'),
  ]
  expect(orderOf(turnsOf(waiting, []))).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

test('a school with running jobs waits for those with fewer', () => {
  const running = [entry('a1', 'a', 0, true), entry('a2', 'a', -1, true), entry('b1', 'b', 0, true)]
  expect(orderOf(turnsOf([job('a3', 'a'), job('b2', 'b'), job('c1', 'c')], running))).toEqual([
    'c1',
    'b2',
    'a3',
  ])
})

test('who waits moves up as others end, and keeps its entry', () => {
  const waiting = [job('a3', 'a'), job('a4', 'a'), job('b1', 'b')]
  const entries = [entry('a3', 'a', -2), entry('a4', 'a', -3), entry('b1', 'b')]
  expect(turnsOf(waiting, entries)).toEqual({
    added: [],
    moved: [
      { id: 'a3', priority: 0 },
      { id: 'a4', priority: -1 },
    ],
  })
  expect(turnsOf([job('a3', 'a')], [entry('a3', 'a', -2, true)])).toEqual({ added: [], moved: [] })
})
