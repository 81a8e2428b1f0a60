import { expect, test } from 'vitest'
import { formatNumber } from './number-text.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [2001, '2,001'],
  [31_701, '31,701'],
  [1234.5, '1,234.5'],
  [7.256, '7.26'],
  [-1500, '-1,500'],
])('%d is written %s', (value, text) => {
  expect(formatNumber(value)).toBe(text)
})

test('with as many digits of a fraction as are wanted', () => {
  expect(formatNumber(1234.56, 0)).toBe('1,235')
})
