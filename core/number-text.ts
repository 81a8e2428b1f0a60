/** A number as people read it: 12,400; of a fraction at most so many digits. */
export const formatNumber = (value: number, maximumFractionDigits = 2): string =>
  value.toLocaleString('en-US', { maximumFractionDigits })
