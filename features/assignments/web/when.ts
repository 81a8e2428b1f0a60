import { ownZone } from '#core/plain-date.ts'
import { zoneWords } from '#features/shifts/web/public.ts'
import type { ShiftRow } from '#features/shifts/contract.ts'

/** Where the reader's clock shows another time than the site's: when the shift begins by it; else null. */
export function onOwnClock(
  shift: Pick<ShiftRow, 'starts_at' | 'time_zone'>,
  zone = ownZone(),
): string | null {
  const start = Date.parse(shift.starts_at)
  const own = clockOf(zone).format(start)
  return own === clockOf(shift.time_zone).format(start) ? null : own
}

/** An instant by a zone's clock: 'Sat, Nov 28, 19:00'; with the zone's name for a reader whose clock shows another time. */
export function instantIn(instant: string, zone: string, own = ownZone()): string {
  const words = clockOf(zone).format(Date.parse(instant))
  return words === clockOf(own).format(Date.parse(instant)) ? words : `${words} ${zoneWords(zone, instant)}`
}

// Making a formatter costs a hundred times what using it does, and a list has one in every row.
const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone)
  if (!clock)
    clocks.set(
      timeZone,
      (clock = new Intl.DateTimeFormat('en-US', {
        timeZone,
        weekday: 'short',
        month: 'short',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      })),
    )
  return clock
}
