import { addDays } from '#core/plain-date.ts'

/** The day that an arrow key moves to, if it is within the limits: up is later, as in the browsers' own date fields. */
export function dayAfterKey(
  day: string,
  key: string,
  { minDate, maxDate }: { minDate?: unknown; maxDate?: unknown },
): string | undefined {
  const next = key === 'ArrowUp' ? addDays(day, 1) : key === 'ArrowDown' ? addDays(day, -1) : undefined
  const isIn = next && !(minDate && next < String(minDate)) && !(maxDate && next > String(maxDate))
  return isIn ? next : undefined
}
