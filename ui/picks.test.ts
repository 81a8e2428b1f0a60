import { expect, test } from 'vitest'
import { fittingPicks } from './picks.ts'

const units = Array.from({ length: 610 }, (_, at) => ({
  id: String(at),
  name: at % 2 === 0 ? `ICU ${at}` : `Emergency ${at}`,
  detail: at < 10 ? 'Harborview West' : 'Harborview Main',
}))

test('draws a hundred of a hospital’s 610 units, and says how many it leaves out', () => {
  const { drawn, left } = fittingPicks(units, '')
  expect([drawn.length, left]).toEqual([100, 510])
})

test('finds by every word, in the name or in what stands below it', () => {
  expect(fittingPicks(units, ' west  icu ').drawn.map(({ id }) => id)).toEqual(['0', '2', '4', '6', '8'])
  expect(fittingPicks(units, 'icu 608')).toMatchObject({ drawn: [{ id: '608' }], left: 0 })
  expect(fittingPicks(units, 'burn').drawn).toEqual([])
})
