/** A degree of latitude is this many miles everywhere. */
const MILES_PER_DEGREE = 69.0

/**
 * The box around a point that holds everything within so many miles: degrees, least and most. Near a pole it goes all the way
 * round.
 */
export function boxAround(
  { latitude, longitude }: { latitude: number; longitude: number },
  miles: number,
): { south: number; north: number; west: number; east: number } {
  const high = miles / MILES_PER_DEGREE
  const [south, north] = [Math.max(-90, latitude - high), Math.min(90, latitude + high)]
  // The circle is widest where the meridians are closest: at its end towards the pole.
  const narrowest = Math.cos((Math.max(Math.abs(south), Math.abs(north)) * Math.PI) / 180)
  const wide = narrowest < 0.01 ? 180 : Math.min(180, high / narrowest)
  return { south, north, west: longitude - wide, east: longitude + wide }
}

/** Great-circle distance in miles between two points in degrees (haversine, mean radius of the earth). */
export function milesBetween(
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
