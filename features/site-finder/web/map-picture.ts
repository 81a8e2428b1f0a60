import { type GeoProjection, geoAlbersUsa, geoCircle, geoMercator } from 'd3-geo'
import type { MultiPoint } from 'geojson'
import type { Origin } from '../contract.ts'

export type Point = readonly [id: string, name: string, latitude: number, longitude: number]

const MILES_PER_DEGREE = 69.0
const MARGIN = 24

/** A circle of this many miles around a point, in the map's format. */
export function circleAround({ latitude, longitude }: Origin, miles: number) {
  return geoCircle()
    .center([longitude, latitude])
    .radius(miles / MILES_PER_DEGREE)()
}

/** True when the map shows the surroundings of a few sites or a ZIP code instead of the whole country. */
export function isLocal(
  points: readonly Point[],
  origin: Origin | null,
  within: number | undefined,
): boolean {
  if (origin && within !== undefined) return true
  if (points.length === 0) return false
  const spread = (at: 2 | 3): number => {
    const values = points.map((point) => point[at])
    return Math.max(...values) - Math.min(...values)
  }
  return spread(2) < 8 && spread(3) < 12
}

/** Fits the search circle, the matching sites, or the country into a map of this size. */
export function projectionFor(
  size: { width: number; height: number },
  points: readonly Point[],
  origin: Origin | null,
  within: number | undefined,
): GeoProjection {
  const frame: [[number, number], [number, number]] = [
    [MARGIN, MARGIN],
    [Math.max(MARGIN + 1, size.width - MARGIN), Math.max(MARGIN + 1, size.height - MARGIN)],
  ]
  if (!isLocal(points, origin, within)) {
    // The composite projection of the fifty states fits 960 × 500 at a scale of 1,070.
    const scale = Math.min(size.width / 960, size.height / 500) * 1070
    return geoAlbersUsa()
      .scale(scale)
      .translate([size.width / 2, size.height / 2])
  }
  if (origin && within !== undefined) return geoMercator().fitExtent(frame, circleAround(origin, within))
  return geoMercator().fitExtent(frame, surroundings(points))
}

/** The bounds of the matches, with at least about twenty miles around a single one. */
function surroundings(points: readonly Point[]): MultiPoint {
  const room = 0.3
  const corners = points.flatMap(([, , latitude, longitude]) => [
    [longitude - room, latitude - room],
    [longitude + room, latitude + room],
  ])
  return { type: 'MultiPoint', coordinates: corners }
}

/** The position of each site on the map; sites outside the projection (remote islands) are left out. */
export function placed(projection: GeoProjection, points: readonly Point[]): Dot[] {
  return points.flatMap(([id, name, latitude, longitude]) => {
    const at = projection([longitude, latitude])
    return at ? [{ id, name, x: at[0], y: at[1] }] : []
  })
}

export type Dot = { id: string; name: string; x: number; y: number }
/** Overlapping dots, as one mark with their number. */
export type Cluster = { x: number; y: number; dots: Dot[] }

/** Dots closer than this, in screen pixels, can't be tapped separately. */
const TOO_NEAR = 22

/** Groups dots into clusters at a zoom scale; those in `alone` stay separate. One pass over a grid, left to right. */
export function clustersOf(dots: readonly Dot[], scale: number, alone: ReadonlySet<string>): Cluster[] {
  const size = TOO_NEAR / scale
  const clusters: Cluster[] = []
  const cells = new Map<string, Cluster[]>()
  for (const dot of dots) {
    const [column, row] = [Math.floor(dot.x / size), Math.floor(dot.y / size)]
    const near = alone.has(dot.id) ? undefined : nearest(cells, column, row, dot, size)
    if (near) near.dots.push(dot)
    else {
      const made = { x: dot.x, y: dot.y, dots: [dot] }
      clusters.push(made)
      if (!alone.has(dot.id)) {
        const key = `${column} ${row}`
        cells.set(key, [...(cells.get(key) ?? []), made])
      }
    }
  }
  return clusters
}

function nearest(
  cells: ReadonlyMap<string, Cluster[]>,
  column: number,
  row: number,
  { x, y }: Dot,
  size: number,
): Cluster | undefined {
  for (const dx of [0, -1, 1])
    for (const dy of [0, -1, 1])
      for (const one of cells.get(`${column + dx} ${row + dy}`) ?? [])
        if (Math.hypot(one.x - x, one.y - y) < size) return one
  return undefined
}

export type Town = readonly [name: string, latitude: number, longitude: number]
export type Label = { name: string; x: number; y: number }

/** The cities whose names fit at a zoom scale without overlapping, the largest first; a letter is about seven pixels wide. */
export function labelsOf(
  projection: GeoProjection,
  towns: readonly Town[],
  { scale, most = 40 }: { scale: number; most?: number },
): Label[] {
  const shown: (Label & { width: number })[] = []
  for (const [name, latitude, longitude] of towns) {
    if (shown.length === most) break
    const at = projection([longitude, latitude])
    if (!at) continue
    const [x, y] = at
    const width = (name.length * 7 + 10) / scale
    const isFree = shown.every(
      (one) => Math.abs(one.x - x) > (one.width + width) / 2 || Math.abs(one.y - y) > 18 / scale,
    )
    if (isFree) shown.push({ name, x, y, width })
  }
  return shown.map(({ name, x, y }) => ({ name, x, y }))
}

/** The degrees that a map of this size shows. */
export function shownBox(
  projection: GeoProjection,
  size: { width: number; height: number },
): { south: number; north: number; west: number; east: number } {
  const corners = [
    [0, 0],
    [size.width, 0],
    [0, size.height],
    [size.width, size.height],
  ].flatMap((at) => {
    const point = projection.invert?.(at as [number, number])
    return point ? [point] : []
  })
  const [lons, lats] = [corners.map(([lon]) => lon), corners.map(([, lat]) => lat)]
  const whole = { south: 18, north: 72, west: -170, east: -66 }
  if (corners.length < 4) return whole
  const degrees = (value: number): number => Math.round(value * 10) / 10
  return {
    south: degrees(Math.min(...lats)),
    north: degrees(Math.max(...lats)),
    west: degrees(Math.min(...lons)),
    east: degrees(Math.max(...lons)),
  }
}
