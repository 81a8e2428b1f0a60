export const MOUNTAIN = 'America/Denver'
export const CENTRAL = 'America/Chicago'
export const EASTERN = 'America/New_York'
export const PACIFIC = 'America/Los_Angeles'

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

/** The IANA zone of most of a state or territory of the United States (two letters); null for an unknown one. */
export function timeZoneOf(state: string): string | null {
  return zoneOfState.get(state) ?? null
}
