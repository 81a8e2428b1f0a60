import { refusal } from '#core/refusal.ts'
import type { PinParty } from './contract.ts'

/** Labels of the parties that confirmed a pin. */
export const partyLabels: Record<PinParty, string> = {
  facility: 'the facility',
  school: 'a school',
  platform: 'Placewell',
}

/** What determines whether someone may confirm a site's pin. */
export type PinFacts = {
  /** Null if neither the site's facility nor a school with an active partnership there. */
  party: PinParty | null
  site_status: string
  confirmed_at: string | null
  confirmed_by: PinParty | null
}

/**
 * Why someone can't confirm or move the pin of a site, or null: its facility always may, a school with an active partnership there until
 * the facility did (Domain 2.4: check-in within the geofence).
 */
export function pinBlocker({ party, site_status: status, confirmed_at: at, confirmed_by: by }: PinFacts) {
  if (party === null) return refusal('site_pin.not_yours')
  if (status !== 'active' && status !== 'paused') return refusal('site_pin.closed')
  if (party === 'school' && at !== null && by === 'facility') return refusal('site_pin.facility_confirmed')
  return null
}

/** Why a pin can't be saved because it changed since it was seen, or null. */
export function seenBlocker({ confirmed_at: at }: Pick<PinFacts, 'confirmed_at'>, seenAt: string | null) {
  const isSame = at === null || seenAt === null ? at === seenAt : Date.parse(at) === Date.parse(seenAt)
  return isSame ? null : refusal('site_pin.changed')
}

export type Coordinates = { latitude: number; longitude: number }

/** Coordinates as copied from a map: "43.03892, -87.90647"; undefined if the text is something else. */
export function coordinatesOf(text: string): Coordinates | undefined {
  const found = /^\s*(-?\d{1,2}(?:\.\d+)?)°?\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)°?\s*$/.exec(text)
  if (!found) return undefined
  const [latitude, longitude] = [Number(found[1]), Number(found[2])]
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined
}

/** Coordinates as text, to about a meter. */
export const coordinatesText = ({ latitude, longitude }: Coordinates): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`

const METERS_PER_DEGREE = 111_320

/** A location this many meters north and east of another. */
export function movedBy(from: Coordinates, north: number, east: number): Coordinates {
  const perLongitude = METERS_PER_DEGREE * Math.max(0.01, Math.cos((from.latitude * Math.PI) / 180))
  return {
    latitude: Math.max(-90, Math.min(90, from.latitude + north / METERS_PER_DEGREE)),
    longitude: Math.max(-180, Math.min(180, from.longitude + east / perLongitude)),
  }
}
