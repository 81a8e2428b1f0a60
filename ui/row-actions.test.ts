import { expect, test } from 'vitest'
import { destructiveLast } from './row-actions.ts'

test('a menu keeps its order, and what destroys comes last', () => {
  const actions = [
    { label: 'Drop shift', danger: true },
    { label: 'Swap' },
    { label: 'Message', danger: false },
  ]
  expect(destructiveLast(actions).map(({ label }) => label)).toEqual(['Swap', 'Message', 'Drop shift'])
})
