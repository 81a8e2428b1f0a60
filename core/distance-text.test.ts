import { expect, test } from 'vitest'
import { distanceText } from './distance-text.ts'

test.each([
  [0, '0 ft'],
  [25, '80 ft'],
  [250, '820 ft'],
  [640, '2,100 ft'],
  [804, '2,640 ft'],
  [806, '0.5 mi'],
  [6700, '4.2 mi'],
])('%d meters are %s', (meters, text) => {
  expect(distanceText(meters)).toBe(text)
})
