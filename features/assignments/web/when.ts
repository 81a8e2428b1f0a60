import { ownZone } from '#core/plain-date.ts'
import { hourOptions, plainTime, timeFormat } from '#core/time-format.ts'
import { zoneWords } from '#features/shifts/web/public.ts'
import type { ShiftRow } from '#features/shifts/contract.ts'

/** The shift's start by the reader's clock if that differs from the site's; otherwise null. */
export function onOwnClock(
  shift: Pick<ShiftRow, 'starts_at' | 'time_zone'>,
  zone = ownZone(),
): string | null {
  const start = Date.parse(shift.starts_at)
  const own = wordsIn(zone, start)
  return own === wordsIn(shift.time_zone, start) ? null : own
}

/** An instant in a time zone: 'Sat, Nov 28, 7:00 PM'; includes the zone's name if the reader's clock differs. */
export function instantIn(instant: string, zone: string, own = ownZone()): string {
  const words = wordsIn(zone, Date.parse(instant))
  return words === wordsIn(own, Date.parse(instant)) ? words : `${words} ${zoneWords(zone, instant)}`
}

const wordsIn = (zone: string, instant: number): string => plainTime(clockOf(zone).format(instant))

// Creating a formatter costs a hundred times as much as using it, and lists use one in every row.
const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const key = `${timeFormat()} ${timeZone}`
  let clock = clocks.get(key)
  if (!clock)
    clocks.set(
      key,
      (clock = new Intl.DateTimeFormat('en-US', {
        timeZone,
        weekday: 'short',
        month: 'short',
        day: 'numeric',
        ...hourOptions(),
      })),
    )
  return clock
}
