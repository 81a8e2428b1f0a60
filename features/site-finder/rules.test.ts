import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays, weekdayOf } from '#core/plain-date.ts'
import { boxAround, seatsOfDay, weekdaysAhead, weeksOf } from './rules.ts'

/** Great-circle distance in miles (haversine, mean radius of the earth), to check the box; the product uses app.miles_between. */
function milesBetween(
  a: { latitude: number; longitude: number },
  b: { latitude: number; longitude: number },
): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180
  const up = radians(b.latitude - a.latitude) / 2
  const along = radians(b.longitude - a.longitude) / 2
  const h =
    Math.sin(up) ** 2 + Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(along) ** 2
  return 2 * 3958.8 * Math.asin(Math.min(1, Math.sqrt(h)))
}

describe('boxAround', () => {
  it('includes everything that is close enough', () => {
    const american = fc.record({
      latitude: fc.double({ min: 17, max: 72, noNaN: true }),
      longitude: fc.double({ min: -170, max: -64, noNaN: true }),
    })
    fc.assert(
      fc.property(
        american,
        fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
        fc.constantFrom(10, 25, 50, 100, 250),
        (center, bearing, miles) => {
          // A point just inside the circle, in any direction.
          const d = (miles * 0.999) / 3958.8
          const lat1 = (center.latitude * Math.PI) / 180
          const lat2 = Math.asin(
            Math.sin(lat1) * Math.cos(d) + Math.cos(lat1) * Math.sin(d) * Math.cos(bearing),
          )
          const lng2 =
            (center.longitude * Math.PI) / 180 +
            Math.atan2(
              Math.sin(bearing) * Math.sin(d) * Math.cos(lat1),
              Math.cos(d) - Math.sin(lat1) * Math.sin(lat2),
            )
          const near = { latitude: (lat2 * 180) / Math.PI, longitude: (lng2 * 180) / Math.PI }
          expect(milesBetween(center, near)).toBeLessThanOrEqual(miles)
          const box = boxAround(center, miles)
          expect(near.latitude).toBeGreaterThanOrEqual(box.south)
          expect(near.latitude).toBeLessThanOrEqual(box.north)
          expect(near.longitude).toBeGreaterThanOrEqual(box.west)
          expect(near.longitude).toBeLessThanOrEqual(box.east)
        },
      ),
    )
  })
})

describe('weeks of a unit', () => {
  test('are weekdays from today on', () => {
    // A Thursday.
    expect(weekdaysAhead('2026-11-26', 2)).toEqual([
      '2026-11-26',
      '2026-11-27',
      '2026-11-30',
      '2026-12-01',
      '2026-12-02',
      '2026-12-03',
      '2026-12-04',
    ])
    // A Sunday belongs to a week that is over.
    expect(weekdaysAhead('2026-11-29', 2)[0]).toBe('2026-11-30')
  })
  test.each(['2026-11-26', '2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'])(
    "cover the requested number of weeks, regardless of today's weekday (%s)",
    (today) => {
      expect(new Set(weekdaysAhead(today, 3).map((day) => addDays(day, 1 - weekdayOf(day)))).size).toBe(3)
    },
  )
  test('are five days of the next week if today is a Saturday', () => {
    expect(weekdaysAhead('2026-11-28', 1)).toHaveLength(5)
  })
  test('sum the seats of their days', () => {
    const seats = [
      { date: '2026-11-26', seats: 8, free: 2 },
      { date: '2026-11-27', seats: 8, free: 0 },
      { date: '2026-12-01', seats: 8, free: 8 },
    ]
    expect(weeksOf(seats)).toEqual([
      { from: '2026-11-23', seats: 16, free: 2 },
      { from: '2026-11-30', seats: 8, free: 8 },
    ])
  })
})

describe('seats of a day', () => {
  const unit = { most: 8, is_exclusive: false, windows: [], closed: [] }
  const span = { from: '2026-12-01', to: '2026-12-10' }
  const on = (room: Partial<Parameters<typeof seatsOfDay>[0]>, taken?: { held: number; others: boolean }) => {
    const { seats, free } = seatsOfDay({ ...unit, ...room }, '2026-12-02', taken)
    return `${free} of ${seats}`
  }
  test.each([
    ['nobody there', {}, undefined, '8 of 8'],
    ['six there at the busiest hour', {}, { held: 6, others: true }, '2 of 8'],
    ['more than it takes', {}, { held: 9, others: true }, '0 of 8'],
    ['another school in a unit that hosts one', { is_exclusive: true }, { held: 2, others: true }, '0 of 8'],
    ['our own in a unit that hosts one', { is_exclusive: true }, { held: 2, others: false }, '6 of 8'],
    ['closed', { closed: [span] }, { held: 2, others: false }, '0 of 0'],
    ['a span with fewer', { windows: [{ ...span, max: 4 }] }, { held: 1, others: false }, '3 of 4'],
    ['a span with more than it ever takes', { windows: [{ ...span, max: 12 }] }, undefined, '8 of 8'],
    [
      'outside of its spans',
      { windows: [{ from: '2026-01-01', to: '2026-02-01', max: 4 }] },
      undefined,
      '0 of 0',
    ],
  ])('%s', (_, room, taken, expected) => expect(on(room, taken)).toBe(expected))
})
