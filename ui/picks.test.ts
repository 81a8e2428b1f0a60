import { expect, test } from 'vitest'
import { matchingPicks } from './picks.ts'

const units = Array.from({ length: 610 }, (_, at) => ({
  id: String(at),
  name: at % 2 === 0 ? `ICU ${at}` : `Emergency ${at}`,
  detail: at < 10 ? 'Harborview West' : 'Harborview Main',
}))

test('renders a hundred of a hospital’s 610 units, and says how many it leaves out', () => {
  const { rendered, left } = matchingPicks(units, '')
  expect([rendered.length, left]).toEqual([100, 510])
})

test('finds by every word, in the name or in the detail below it', () => {
  expect(matchingPicks(units, ' west  icu ').rendered.map(({ id }) => id)).toEqual(['0', '2', '4', '6', '8'])
  expect(matchingPicks(units, 'icu 608')).toMatchObject({ rendered: [{ id: '608' }], left: 0 })
  expect(matchingPicks(units, 'burn').rendered).toEqual([])
})
