import { expect, it } from 'vitest'
import { shiftInstants } from '#core/clock-time.ts'
import { addDays } from '#core/plain-date.ts'
import { defaultSettings } from '#core/school-settings.ts'
import { isNight } from '#features/shifts/rules.ts'
import { planShifts } from './demo-plan.ts'
import { type Held, planYear, zone } from './year-plan.ts'

const agreed = new Set(['approved', 'published', 'in_progress', 'completed'])

/** Like app.busy_range: the time of a shift, and the rest after a night. */
function busy(email: string, shift: { date: string; start: string; end: string }): Held {
  const { startsAt, endsAt } = shiftInstants({ ...shift, timeZone: zone })
  const rest = isNight(shift.start, shift.end) ? defaultSettings.rest_after_night_h * 3_600_000 : 0
  return { email, from: Date.parse(startsAt), to: Date.parse(endsAt) + rest }
}

// Both instructors lead every intensive care night, because the demonstration names a second one on its last shift, which may be any.
const seconds = ['marcus.proctor@lakeshore.example', 'denise.carter@lakeshore.example']
const heldOn = (today: string, hour: number): Held[] =>
  planShifts(today, hour)
    .filter(({ status, proctor }) => proctor && agreed.has(status))
    .flatMap((shift) =>
      [
        ...new Set([
          shift.proctor!,
          ...(isNight(shift.start, shift.end) && shift.school !== 'prairie' ? seconds : []),
        ]),
      ].map((email) => busy(email, shift)),
    )

// Throughout two years: at the ends of semesters, between them, in summers; at every hour.
it.each(Array.from({ length: 74 }, (_, at) => [addDays('2026-11-23', at * 10), (at * 7) % 24] as const))(
  'has its size on %s at %i:00, and no conflict of people or units, including the rest after a night',
  (today, hour) => {
    const held = heldOn(today, hour)
    const { shifts, seats, series } = planYear(today, hour, held)
    expect(shifts.length).toBeGreaterThanOrEqual(1_400)
    expect(seats.length).toBeGreaterThanOrEqual(9_000)
    const slots = shifts.map(({ date, series: { start } }) => `${date} ${start}`)
    const twice = (keys: (string | null)[]): string[] => {
      const seen = new Set<string>()
      return keys.filter((key): key is string => key !== null && (seen.has(key) || !seen.add(key)))
    }
    expect(twice(shifts.map(({ series: { unit } }, at) => unit && `${unit.key} ${slots[at]}`))).toEqual([])
    expect(twice(shifts.map(({ instructor, date }) => instructor && `${instructor} ${date}`))).toEqual([])
    expect(
      twice(seats.map(({ student, shift }) => `${student} ${shift.date} ${shift.series.start}`)),
    ).toEqual([])
    expect(
      series
        .filter(({ students, capacity, kind }) => kind === 'group' && students.length > capacity)
        .filter(({ stage }) => stage !== 'planning'),
    ).toEqual([])
    // An instructor's times don't overlap, including those of the small demonstration.
    const busyThere = new Set(held.map(({ email }) => email))
    const led = shifts.flatMap(({ instructor, date, series: { start, end } }) =>
      instructor && busyThere.has(instructor) ? [busy(instructor, { date, start, end })] : [],
    )
    expect(led.length).toBeGreaterThan(0)
    for (const times of Map.groupBy([...held, ...led], ({ email }) => email).values()) {
      const sorted = times.toSorted((a, b) => a.from - b.from)
      expect(sorted.filter(({ from }, at) => at > 0 && from < sorted[at - 1]!.to)).toEqual([])
    }
    expect(shifts.filter(({ series: { start, end } }) => isNight(start, end))).toEqual([])
  },
)
