const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** How long ago an instant (ISO 8601 text or a Date) was, with an "ago" suffix (Spec §2); a future instant reads "in 2 hours". */
export function timeAgo(instant: string | Date, now: Date = new Date()): string {
  const seconds = (new Date(instant).getTime() - now.getTime()) / 1000
  // Clocks differ a little: an instant slightly in the future counts as now.
  if (Math.abs(seconds) < 60) return 'less than a minute ago'
  for (const [unit, size] of steps) {
    if (Math.abs(seconds) >= size) return words.format(Math.trunc(seconds / size), unit)
  }
  return words.format(Math.trunc(seconds / 60), 'minute')
}
