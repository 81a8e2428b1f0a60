import { formatDate, formatRange } from '#core/plain-date.ts'
import type { Rotation, Wishlist } from '../contract.ts'

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** 'Opens …', 'Closes … at 11:59 PM' or 'Closed …', by the school's clock. */
export function datesOf({ phase, opens_on: opens, closes_on: closes, time_zone: zone }: Wishlist): string {
  if (phase === 'scheduled') return `Opens ${formatDate(opens, 'long')}`
  const end = `${formatDate(closes, 'long')}, 11:59 PM`
  return phase === 'open'
    ? `Closes ${end} (${zone.replace(/^.*\//, '').replaceAll('_', ' ')} time)`
    : `Closed ${end}`
}

/** When a rotation is: 'Mon, Wed · 07:00–15:00 · Jan 12 – Apr 27, 2027'. */
export function patternOf(rotation: Rotation): string {
  const days = rotation.weekdays.map((day) => DAYS[day - 1]).join(', ')
  return `${days} · ${rotation.start_time}–${rotation.end_time} · ${formatRange(rotation.first_date, rotation.last_date)}`
}

/** What a rotation gives: '15 shifts, 120 hours · 8 seats'. */
export function amountOf({ shift_count: shifts, hours, seats }: Rotation): string {
  const count = (n: number, one: string) => `${n} ${n === 1 ? one : `${one}s`}`
  return `${count(shifts, 'shift')}, ${count(hours, 'hour')} · ${count(seats, 'seat')}`
}
