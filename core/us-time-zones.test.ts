import { expect, it } from 'vitest'
import { timeZoneOfCounty } from './us-county-time-zones.ts'
import { timeZoneOf } from './us-time-zones.ts'

it.each([
  ['WI', 'MILWAUKEE', 'America/Chicago'],
  ['FL', 'DUVAL', 'America/New_York'],
  ['FL', 'Escambia County', 'America/Chicago'],
  ['IN', 'LA PORTE', 'America/Chicago'],
  ['KY', 'MC CRACKEN', 'America/Chicago'],
  ['KY', 'Wayne', 'America/New_York'],
  ['TN', 'KNOX', 'America/New_York'],
  ['TN', 'SHELBY', 'America/Chicago'],
  ['TX', 'EL PASO', 'America/Denver'],
  ['OR', 'MALHEUR', 'America/Denver'],
  ['ID', 'KOOTENAI', 'America/Los_Angeles'],
  ['ID', null, 'America/Denver'],
  ['AZ', 'MARICOPA', 'America/Phoenix'],
  ['AK', 'Aleutians West Census Area', 'America/Adak'],
  ['PR', 'SAN JUAN', 'America/Puerto_Rico'],
  ['AS', null, 'Pacific/Pago_Pago'],
  ['XX', 'NOWHERE', null],
])('%s, %s is in %s', (state, county, zone) => {
  expect(timeZoneOfCounty(state, county)).toBe(zone)
})

it('names zones that exist', () => {
  for (const state of ['FL', 'AK', 'HI', 'GU', 'MP', 'FM', 'PW', 'MH', 'VI'])
    expect(() => new Intl.DateTimeFormat('en-US', { timeZone: timeZoneOf(state)! })).not.toThrow()
})
