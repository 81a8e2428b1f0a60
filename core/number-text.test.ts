import { expect, test } from 'vitest'
import { howMany, formatMoney, formatNumber, sizeText } from './number-text.ts'

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

test('one of something is not several', () => {
  expect([0, 1, 2, 1200].map((count) => howMany(count, 'seat'))).toEqual([
    '0 seats',
    '1 seat',
    '2 seats',
    '1,200 seats',
  ])
  expect([1, 3].map((count) => howMany(count, 'row is', 'rows are'))).toEqual(['1 row is', '3 rows are'])
})

test('has as many fraction digits as requested', () => {
  expect(formatNumber(1234.56, 0)).toBe('1,235')
})

test.each([
  [0, 'USD', '$0'],
  [250_000_000, 'USD', '$2,500,000'],
  [1250, 'USD', '$12.50'],
  [1205, 'EUR', '€12.05'],
])('%d cents of %s are %s', (cents, currency, text) => {
  expect(formatMoney(cents, currency)).toBe(text)
})

test.each([
  [0, '1 KB'],
  [120 * 1024, '120 KB'],
  [3.44 * 1024 ** 2, '3.4 MB'],
  [5 * 1024 ** 2, '5 MB'],
  [20 * 1024 ** 2, '20 MB'],
  [1.26 * 1024 ** 3, '1.3 GB'],
])('%d bytes are written %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})
