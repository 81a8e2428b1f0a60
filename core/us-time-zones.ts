// If a state has two time zones, the counties with the rarer one. A divided county goes by its county seat.
const MOUNTAIN = 'America/Denver'
const CENTRAL = 'America/Chicago'
const EASTERN = 'America/New_York'
const PACIFIC = 'America/Los_Angeles'

const zones: Record<string, readonly string[]> = {
  [EASTERN]: 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV'.split(' '),
  [CENTRAL]: 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI'.split(' '),
  [MOUNTAIN]: 'CO ID MT NM UT WY'.split(' '),
  [PACIFIC]: 'CA NV OR WA'.split(' '),
  'America/Phoenix': ['AZ'],
  'America/Anchorage': ['AK'],
  'Pacific/Honolulu': ['HI'],
  'America/Puerto_Rico': ['PR'],
  'America/St_Thomas': ['VI'],
  'Pacific/Guam': ['GU'],
  'Pacific/Saipan': ['MP'],
  'Pacific/Pago_Pago': ['AS'],
  'Pacific/Pohnpei': ['FM'],
  'Pacific/Palau': ['PW'],
  'Pacific/Majuro': ['MH'],
}
const zoneOfState = new Map(
  Object.entries(zones).flatMap(([zone, states]) => states.map((state) => [state, zone] as const)),
)

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
export function timeZoneOf(state: string, county?: string | null): string | null {
  if (county && counties.get(state)?.has(plain(county))) return exceptions[state]!.zone
  return zoneOfState.get(state) ?? null
}
