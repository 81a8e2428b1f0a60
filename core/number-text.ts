/** A number as people read it: 12,400; a fraction has at most this many digits. */
export const formatNumber = (value: number, maximumFractionDigits = 2): string =>
  value.toLocaleString('en-US', { maximumFractionDigits })

/** How many of something: "1 seat", "12 seats". */
export const howMany = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** Rounds to hundredths, so that sums of halves and thirds have no floating-point noise. Sums are rounded once. */
export const roundToHundredths = (hours: number): number => Math.round(hours * 100) / 100 || 0

/** Minutes as hours, in hundredths: 50 is 0.83. */
export const hoursIn = (minutes: number): number => roundToHundredths(minutes / 60)

/** An amount of money in cents as text: $12, $12.50. */
export const formatMoney = (cents: number, currency = 'USD'): string =>
  (cents / 100).toLocaleString('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  })

/** A size in bytes as text: "120 KB", "3.4 MB", "12 GB"; at least one kilobyte. */
export function sizeText(bytes: number): string {
  if (bytes < 1024 ** 2) return `${Math.max(1, Math.round(bytes / 1024))} KB`
  const [amount, unit] = bytes < 1024 ** 3 ? [bytes / 1024 ** 2, 'MB'] : [bytes / 1024 ** 3, 'GB']
  return `${formatNumber(amount, amount < 10 ? 1 : 0)} ${unit}`
}
