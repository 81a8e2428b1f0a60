import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boxAround } from './rules.ts'

/** Great-circle distance in miles (haversine, mean radius of the earth), to hold the box to; the product asks app.miles_between. */
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
