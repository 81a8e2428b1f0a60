import { type GeoProjection, geoAlbersUsa, geoCircle, geoMercator } from 'd3-geo'
import type { MultiPoint } from 'geojson'
import type { Origin } from '../contract.ts'

export type Point = readonly [id: string, name: string, latitude: number, longitude: number]

const MILES_PER_DEGREE = 69.0
const MARGIN = 24

/** A circle of so many miles around a point, as the map draws it. */
export function circleAround({ latitude, longitude }: Origin, miles: number) {
  return geoCircle()
    .center([longitude, latitude])
    .radius(miles / MILES_PER_DEGREE)()
}

/** Is the country too much to show? With few sites, or around a ZIP code, the map shows their surroundings. */
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

/** Fits the circle asked for, or the sites found, or the country into a picture of this size. */
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

/** The corners of what is found, with at least some twenty miles around a single one. */
function surroundings(points: readonly Point[]): MultiPoint {
  const room = 0.3
  const corners = points.flatMap(([, , latitude, longitude]) => [
    [longitude - room, latitude - room],
    [longitude + room, latitude + room],
  ])
  return { type: 'MultiPoint', coordinates: corners }
}

/** Where each site stands in the picture; what the projection has no room for (islands far away) is left out. */
export function placed(
  projection: GeoProjection,
  points: readonly Point[],
): { id: string; name: string; x: number; y: number }[] {
  return points.flatMap(([id, name, latitude, longitude]) => {
    const at = projection([longitude, latitude])
    return at ? [{ id, name, x: at[0], y: at[1] }] : []
  })
}
