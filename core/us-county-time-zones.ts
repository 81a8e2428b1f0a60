import { CENTRAL, EASTERN, MOUNTAIN, PACIFIC, timeZoneOf } from './us-time-zones.ts'

// If a state has two time zones, the counties with the rarer one. A divided county goes by its county seat.
const exceptions: Record<string, { zone: string; counties: string }> = {
  AK: { zone: 'America/Adak', counties: 'Aleutians West' },
  FL: {
    zone: CENTRAL,
    counties: 'Bay,Calhoun,Escambia,Holmes,Jackson,Okaloosa,Santa Rosa,Walton,Washington',
  },
  ID: {
    zone: PACIFIC,
    counties: 'Benewah,Bonner,Boundary,Clearwater,Idaho,Kootenai,Latah,Lewis,Nez Perce,Shoshone',
  },
  IN: {
    zone: CENTRAL,
    counties: 'Gibson,Jasper,Lake,LaPorte,Newton,Perry,Porter,Posey,Spencer,Starke,Vanderburgh,Warrick',
  },
  KS: { zone: MOUNTAIN, counties: 'Greeley,Hamilton,Sherman,Wallace' },
  KY: {
    zone: CENTRAL,
    counties:
      'Adair,Allen,Ballard,Barren,Breckinridge,Butler,Caldwell,Calloway,Carlisle,Christian,Clinton,Crittenden,Cumberland,Daviess,Edmonson,Fulton,Graves,Grayson,Green,Hancock,Hart,Henderson,Hickman,Hopkins,Livingston,Logan,Lyon,Marshall,McCracken,McLean,Metcalfe,Monroe,Muhlenberg,Ohio,Russell,Simpson,Todd,Trigg,Union,Warren,Webster',
  },
  MI: { zone: CENTRAL, counties: 'Dickinson,Gogebic,Iron,Menominee' },
  ND: {
    zone: MOUNTAIN,
    counties: 'Adams,Billings,Bowman,Dunn,Golden Valley,Grant,Hettinger,Slope,Stark',
  },
  NE: {
    zone: MOUNTAIN,
    counties:
      'Arthur,Banner,Box Butte,Chase,Cheyenne,Dawes,Deuel,Dundy,Garden,Grant,Hooker,Keith,Kimball,Morrill,Perkins,Scotts Bluff,Sheridan,Sioux',
  },
  OR: { zone: MOUNTAIN, counties: 'Malheur' },
  SD: {
    zone: MOUNTAIN,
    counties:
      'Bennett,Butte,Corson,Custer,Dewey,Fall River,Haakon,Harding,Jackson,Lawrence,Meade,Oglala Lakota,Pennington,Perkins,Shannon,Ziebach',
  },
  TN: {
    zone: EASTERN,
    counties:
      'Anderson,Blount,Bradley,Campbell,Carter,Claiborne,Cocke,Grainger,Greene,Hamblen,Hamilton,Hancock,Hawkins,Jefferson,Johnson,Knox,Loudon,McMinn,Meigs,Monroe,Morgan,Polk,Rhea,Roane,Scott,Sevier,Sullivan,Unicoi,Union,Washington',
  },
  TX: { zone: MOUNTAIN, counties: 'El Paso,Hudspeth' },
}
const plain = (county: string): string =>
  county
    .toUpperCase()
    .replace(/\s(COUNTY|PARISH|BOROUGH|CENSUS AREA|CITY AND BOROUGH)$/, '')
    .replace(/[^A-Z]/g, '')
const counties = new Map(
  Object.entries(exceptions).map(([state, { counties: names }]) => [
    state,
    new Set(names.split(',').map(plain)),
  ]),
)

/**
 * The IANA zone of a location in the United States and its territories by state (two letters) and county; null for an unknown state. If a
 * state has two zones, the county decides; without one, the zone of most of the state.
 */
export function timeZoneOfCounty(state: string, county?: string | null): string | null {
  if (county && counties.get(state)?.has(plain(county))) return exceptions[state]!.zone
  return timeZoneOf(state)
}
