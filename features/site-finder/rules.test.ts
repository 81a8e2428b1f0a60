import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxAround, milesBetween } from './rules.ts'

const milwaukee = { latitude: 43.0389, longitude: -87.9065 }
const chicago = { latitude: 41.8781, longitude: -87.6298 }

describe('milesBetween', () => {
  it('is what maps say', () => {
    expect(milesBetween(milwaukee, chicago)).toBeCloseTo(81.4, 0)
    expect(milesBetween(milwaukee, milwaukee)).toBe(0)
  })

  const point = fc.record({
    latitude: fc.double({ min: -85, max: 85, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  })
  it('is the same there and back', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        expect(milesBetween(a, b)).toBeCloseTo(milesBetween(b, a), 6)
      }),
    )
  })

  it('the box leaves nothing out that is near enough', () => {
    const american = fc.record({
      latitude: fc.double({ min: 17, max: 72, noNaN: true }),
      longitude: fc.double({ min: -170, max: -64, noNaN: true }),
    })
    fc.assert(
      fc.property(
        american,
        fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
        fc.constantFrom(10, 25, 50, 100, 250),
        (centre, bearing, miles) => {
          // A point just inside the circle, in any direction.
          const d = (miles * 0.999) / 3958.8
          const lat1 = (centre.latitude * Math.PI) / 180
          const lat2 = Math.asin(
            Math.sin(lat1) * Math.cos(d) + Math.cos(lat1) * Math.sin(d) * Math.cos(bearing),
          )
          const lng2 =
            (centre.longitude * Math.PI) / 180 +
            Math.atan2(
              Math.sin(bearing) * Math.sin(d) * Math.cos(lat1),
              Math.cos(d) - Math.sin(lat1) * Math.sin(lat2),
            )
          const near = { latitude: (lat2 * 180) / Math.PI, longitude: (lng2 * 180) / Math.PI }
          expect(milesBetween(centre, near)).toBeLessThanOrEqual(miles)
          const box = boxAround(centre, miles)
          expect(near.latitude).toBeGreaterThanOrEqual(box.south)
          expect(near.latitude).toBeLessThanOrEqual(box.north)
          expect(near.longitude).toBeGreaterThanOrEqual(box.west)
          expect(near.longitude).toBeLessThanOrEqual(box.east)
        },
      ),
    )
  })
})
