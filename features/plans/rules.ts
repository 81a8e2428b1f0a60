import { formatMoney } from '#core/number-text.ts'
import type { Plan } from './contract.ts'

type Price = Pick<Plan, 'price_cents' | 'currency' | 'billing_interval'>

const intervals: Record<NonNullable<Plan['billing_interval']>, string> = {
  month: 'a month',
  year: 'a year',
  student_term: 'per student and term',
}

/** A price in words: cents formatted in the currency, whole amounts without cents; free; or by agreement. */
export function priceOf({ price_cents, currency, billing_interval }: Price): {
  amount: string
  per: string | null
} {
  if (price_cents === null) return { amount: 'By agreement', per: null }
  if (price_cents === 0) return { amount: 'Free', per: null }
  const amount = formatMoney(price_cents, currency)
  return { amount, per: billing_interval && intervals[billing_interval] }
}
