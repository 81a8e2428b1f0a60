import { geoPath } from 'd3-geo'
import { expect, it } from 'vitest'
import { circleAround, isLocal, placed, type Point, projectionFor } from './map-picture.ts'

const size = { width: 800, height: 420 }
const milwaukee = { zip: '53202', city: 'Milwaukee', state: 'WI', latitude: 43.05, longitude: -87.9 }
const points: Point[] = [
  ['a', 'Lakefront', 43.04, -87.9],
  ['b', 'Racine', 42.73, -87.78],
]
const across: Point[] = [...points, ['c', 'Boston', 42.36, -71.06], ['d', 'San Juan', 18.46, -66.1]]

it('shows the surroundings of a few sites, and the country of many', () => {
  expect(isLocal(points, null, undefined)).toBe(true)
  expect(isLocal(across, null, undefined)).toBe(false)
  expect(isLocal([], milwaukee, 25)).toBe(true)
  expect(isLocal([], null, undefined)).toBe(false)
})

it('keeps the circle asked for within the picture', () => {
  const projection = projectionFor(size, points, milwaukee, 25)
  const [[left, top], [right, bottom]] = geoPath(projection).bounds(circleAround(milwaukee, 25))
  expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
  expect(right).toBeLessThanOrEqual(size.width)
  expect(bottom).toBeLessThanOrEqual(size.height)
})

it('places what is found inside, north above south, and leaves out what the map does not show', () => {
  const [north, south] = placed(projectionFor(size, points, null, undefined), points)
  expect(north!.y).toBeLessThan(south!.y)
  for (const { x, y } of [north!, south!]) {
    expect(x).toBeGreaterThan(0)
    expect(x).toBeLessThan(size.width)
    expect(y).toBeGreaterThan(0)
    expect(y).toBeLessThan(size.height)
  }
  expect(placed(projectionFor(size, across, null, undefined), across).map(({ id }) => id)).toEqual([
    'a',
    'b',
    'c',
  ])
})
