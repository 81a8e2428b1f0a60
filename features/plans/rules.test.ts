import { expect, test } from 'vitest'
import { priceOf } from './rules.ts'

test.each([
  [
    { price_cents: null, billing_interval: null },
    { amount: 'By agreement', per: null },
  ],
  [
    { price_cents: 0, billing_interval: 'month' },
    { amount: 'Free', per: null },
  ],
  [
    { price_cents: 240_000, billing_interval: 'year' },
    { amount: '$2,400', per: 'a year' },
  ],
  [
    { price_cents: 1_250, billing_interval: 'student_term' },
    { amount: '$12.50', per: 'per student and term' },
  ],
  [
    { price_cents: 5, billing_interval: null },
    { amount: '$0.05', per: null },
  ],
] as const)('the price of %j is %j', (plan, price) => {
  expect(priceOf({ currency: 'USD', ...plan })).toEqual(price)
})

test('another currency keeps its own symbol', () => {
  expect(priceOf({ price_cents: 9_900, currency: 'CAD', billing_interval: 'month' }).amount).toBe('CA$99')
})
