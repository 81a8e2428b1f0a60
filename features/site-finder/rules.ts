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
