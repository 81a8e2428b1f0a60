import { geoPath } from 'd3-geo'
import { expect, it } from 'vitest'
import {
  circleAround,
  clustersOf,
  isLocal,
  labelsOf,
  placed,
  type Point,
  projectionFor,
  shownBox,
} from './map-picture.ts'

const size = { width: 800, height: 420 }
const milwaukee = { zip: '53202', city: 'Milwaukee', state: 'WI', latitude: 43.05, longitude: -87.9 }
const points: Point[] = [
  ['a', 'Lakefront', 43.04, -87.9],
  ['b', 'Racine', 42.73, -87.78],
]
const across: Point[] = [...points, ['c', 'Boston', 42.36, -71.06], ['d', 'San Juan', 18.46, -66.1]]

it('shows the surroundings of a few sites, and the country for many', () => {
  expect(isLocal(points, null, undefined)).toBe(true)
  expect(isLocal(across, null, undefined)).toBe(false)
  expect(isLocal([], milwaukee, 25)).toBe(true)
  expect(isLocal([], null, undefined)).toBe(false)
})

it('keeps the search circle within the map', () => {
  const projection = projectionFor(size, points, milwaukee, 25)
  const [[left, top], [right, bottom]] = geoPath(projection).bounds(circleAround(milwaukee, 25))
  expect(Math.min(left, top)).toBeGreaterThanOrEqual(0)
  expect(right).toBeLessThanOrEqual(size.width)
  expect(bottom).toBeLessThanOrEqual(size.height)
})

it('places matches inside, north above south, and leaves out what the map does not show', () => {
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

const dot = (id: string, x: number, y: number) => ({ id, name: id, x, y })
const sizes = (dots: ReturnType<typeof dot>[], scale: number, alone: string[] = []) =>
  clustersOf(dots, scale, new Set(alone)).map((one) => one.dots.map(({ id }) => id).join(''))

it('overlapping dots are one mark with a number, and separate when zoomed in', () => {
  const dots = [dot('a', 100, 100), dot('b', 108, 103), dot('c', 200, 100), dot('d', 96, 92)]
  expect(sizes(dots, 1)).toEqual(['abd', 'c'])
  expect(sizes(dots, 8)).toEqual(['a', 'b', 'c', 'd'])
})
it('the selected site is never hidden in a cluster', () => {
  expect(sizes([dot('a', 10, 10), dot('b', 11, 10), dot('c', 12, 10)], 1, ['b'])).toEqual(['ac', 'b'])
})
it("city names don't overlap: the larger city stays", () => {
  const projection = projectionFor({ width: 800, height: 420 }, [['a', 'A', 43, -88]], null, undefined)
  const towns = [
    ['Milwaukee', 43, -88],
    ['Wauwatosa', 43.001, -88.001],
    ['Racine', 42.75, -87.8],
  ] as const
  expect(labelsOf(projection, towns, { scale: 1 }).map(({ name }) => name)).toEqual(['Milwaukee', 'Racine'])
  expect(labelsOf(projection, towns, { scale: 1, most: 1 })).toHaveLength(1)
})
it('the degrees of a map contain what it shows', () => {
  const box = shownBox(projectionFor(size, [['a', 'A', 43, -88]], null, undefined), size)
  expect(box.south).toBeLessThan(43)
  expect(box.north).toBeGreaterThan(43)
  expect(box.west).toBeLessThan(-88)
  expect(box.east).toBeGreaterThan(-88)
})
