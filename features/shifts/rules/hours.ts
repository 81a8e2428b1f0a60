import { type ClockTime, isOvernight, parseClockTime, scheduledMinutes } from '#core/clock-time.ts'
import { hoursIn } from '#core/number-text.ts'
import type { CreditRule } from '#core/school-settings.ts'

/** True if the shift is under way at 3:00 AM. Students need rest after such a night (Domain 2.4). */
export function isNight(start: ClockTime, end: ClockTime): boolean {
  return isOvernight(start, end) ? start <= '03:00' || end > '03:00' : start <= '03:00' && end > '03:00'
}

/** The shortest shift, in minutes, that has a break unless someone enters one. */
const WITH_BREAK = 6 * 60

/** The break of a new shift in minutes, if neither its unit nor a person sets one: 30, none in less than 6 hours (Domain 2.5: break_min = 30). An incomplete time counts as a full day's. */
export const presetBreak = (start: string, end: string): number =>
  parseClockTime(start) && parseClockTime(end) && scheduledMinutes(start, end) < WITH_BREAK ? 0 : 30

type Timed = {
  start_time: ClockTime
  end_time: ClockTime
  starts_at: string
  ends_at: string
  break_min: number
  conference_min: number
}
const elapsedMinutes = ({ starts_at: from, ends_at: to }: Timed): number =>
  (Date.parse(to) - Date.parse(from)) / 60_000

/**
 * The credited hours of a shift: without its break, with its conference, rounded to hundredths, either as scheduled or as elapsed
 * (docs/decisions/038). The same rule as app.credited_hours, whose result is stored; a test compares them.
 */
export function creditedHours(shift: Timed, rule: CreditRule): number {
  const minutes =
    rule === 'elapsed' ? elapsedMinutes(shift) : scheduledMinutes(shift.start_time, shift.end_time)
  return hoursIn(Math.max(minutes - shift.break_min + shift.conference_min, 0))
}

/** Explains a clock change during a shift; null on any other day. */
export function clockChangeNote(
  shift: Timed & { credited_hours: number; credited_hours_override: number | null; credit_rule: CreditRule },
): string | null {
  const scheduled = scheduledMinutes(shift.start_time, shift.end_time)
  const elapsed = elapsedMinutes(shift)
  if (elapsed === scheduled) return null
  const rule = shift.credit_rule === 'elapsed' ? 'scheduled' : 'elapsed'
  const other = creditedHours(shift, rule)
  const hours = (minutes: number) => `${minutes / 60} ${minutes === 60 ? 'hour' : 'hours'}`
  const credit =
    shift.credited_hours_override !== null
      ? 'as the school set them'
      : shift.credit_rule === 'elapsed'
        ? 'by the time that passes'
        : 'as scheduled'
  return `The clocks go ${elapsed > scheduled ? 'back' : 'forward'} ${hours(Math.abs(elapsed - scheduled))} during this shift: it is scheduled for ${hours(scheduled)} and lasts ${hours(elapsed)}. ${shift.credited_hours} hours are credited, ${credit}${other === shift.credited_hours ? '' : ` (${other} ${rule === 'elapsed' ? 'by the time that passes' : 'as scheduled'})`}.`
}
