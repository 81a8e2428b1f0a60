/** A number as people read it: 12,400; of a fraction at most so many digits. */
export const formatNumber = (value: number, maximumFractionDigits = 2): string =>
  value.toLocaleString('en-US', { maximumFractionDigits })

/** An amount of money, given in cents: $12, $12.50. */
export const formatMoney = (cents: number, currency = 'USD'): string =>
  (cents / 100).toLocaleString('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  })
