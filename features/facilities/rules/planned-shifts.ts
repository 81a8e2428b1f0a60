/** The shifts that are planned in a unit, compared to the settings that it has now or would have. */
import { comparePlainDates, type PlainDate } from '#core/plain-date.ts'
import type { CopiedSettings, Misfit, MisfitReason } from '../contract.ts'

/** Counts the shifts that have more students than the unit takes, with the first date. They were agreed on earlier and stay. */
export function overCapacity(
  shifts: readonly { capacity: number; date: PlainDate }[],
  most: number,
): { count: number; from: PlainDate | undefined } {
  const days = shifts.filter(({ capacity }) => capacity > most).map(({ date }) => date)
  return { count: days.length, from: days.sort()[0] }
}

/** An upcoming shift in a unit, with start and end timestamps for finding overlaps. */
export type ShiftInUnit = Omit<Misfit, 'reason'> & {
  school_id: string
  starts_at: string
  ends_at: string
  seats: number
}

/** The upcoming shifts, by date, that fit a unit now and would no longer fit it with other settings. */
export function misfitsAfter(
  unit: CopiedSettings,
  after: Partial<CopiedSettings>,
  shifts: readonly ShiftInUnit[],
): Misfit[] {
  const misfitting = (settings: CopiedSettings) =>
    shifts.flatMap((shift) => {
      const reason = misfitReason(settings, shift, shifts)
      return reason ? [{ shift, reason }] : []
    })
  const before = new Set(misfitting(unit).map(({ shift, reason }) => `${shift.id} ${reason}`))
  return misfitting({ ...unit, ...after })
    .filter(({ shift, reason }) => !before.has(`${shift.id} ${reason}`))
    .map(({ shift: { id, title, date, start_time, end_time, school_name }, reason }) => ({
      id,
      title,
      date,
      start_time,
      end_time,
      school_name,
      reason,
    }))
    .toSorted((a, b) => comparePlainDates(a.date, b.date) || a.start_time.localeCompare(b.start_time))
}

/**
 * Why a shift does not fit a unit next to the shifts at the same time, or null: too many students, another school, or hours the unit does
 * not run.
 */
function misfitReason(
  settings: CopiedSettings,
  shift: ShiftInUnit,
  shifts: readonly ShiftInUnit[],
): MisfitReason | null {
  const there = shifts.filter(
    ({ starts_at, ends_at }) => starts_at < shift.ends_at && shift.starts_at < ends_at,
  )
  const { capacity_windows: windows, shift_patterns: patterns } = settings
  const open = windows.filter(({ from, to }) => from <= shift.date && shift.date <= to)
  const inWindow = windows.length === 0 ? Infinity : Math.max(0, ...open.map(({ max }) => max))
  const most = Math.min(settings.max_students_per_shift, inWindow)
  if (there.reduce((sum, { seats }) => sum + seats, 0) > most) return 'seats'
  if (settings.exclusive_school && there.some(({ school_id }) => school_id !== shift.school_id))
    return 'exclusive'
  const isWorked = patterns.some(({ start, end }) => start === shift.start_time && end === shift.end_time)
  return patterns.length > 0 && !isWorked ? 'hours' : null
}
