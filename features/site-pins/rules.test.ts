import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceInMeters } from '#features/attendance/rules.ts'
import { coordinatesOf, coordinatesText, movedBy, pinBlocker, type PinFacts, seenBlocker } from './rules.ts'

const facts = (more: Partial<PinFacts> = {}): PinFacts => ({
  party: 'facility',
  site_status: 'active',
  confirmed_at: null,
  confirmed_by: null,
  ...more,
})
const codeOf = (more: Partial<PinFacts>) => pinBlocker(facts(more))?.code

describe('confirming a pin', () => {
  const byFacility = { confirmed_at: '2026-11-01T10:00:00Z', confirmed_by: 'facility' as const }

  it('is for the facility, and for partner schools until the facility did', () => {
    expect(codeOf({})).toBeUndefined()
    expect(codeOf({ party: 'school' })).toBeUndefined()
    expect(codeOf({ party: null })).toBe('site_pin.not_yours')
    expect(codeOf({ party: 'school', ...byFacility })).toBe('site_pin.facility_confirmed')
    expect(codeOf({ party: 'school', ...byFacility, confirmed_by: 'school' })).toBeUndefined()
    expect(codeOf({ party: 'facility', ...byFacility })).toBeUndefined()
    expect(codeOf({ party: 'school', confirmed_at: null, confirmed_by: 'facility' })).toBeUndefined()
  })

  it('is refused at a closed site, or if it changed since it was seen', () => {
    expect(codeOf({ site_status: 'archived' })).toBe('site_pin.closed')
    expect(codeOf({ site_status: 'paused' })).toBeUndefined()
    expect(seenBlocker({ confirmed_at: null }, null)).toBeNull()
    expect(seenBlocker({ confirmed_at: '2026-11-01T10:00:00+00:00' }, '2026-11-01T10:00:00Z')).toBeNull()
    expect(seenBlocker({ confirmed_at: '2026-11-01T10:00:00Z' }, null)?.code).toBe('site_pin.changed')
  })
})

describe('coordinates', () => {
  it('are read as people copy them', () => {
    expect(coordinatesOf(' 43.03892, -87.90647 ')).toEqual({ latitude: 43.03892, longitude: -87.90647 })
    expect(coordinatesOf('43.03892 -87.90647')).toEqual({ latitude: 43.03892, longitude: -87.90647 })
    for (const text of ['', '43.03892', '95, 10', '43, 190', 'Harborview', '43.1, -87.2, 5'])
      expect(coordinatesOf(text)).toBeUndefined()
  })

  it('can be read again as they are written', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        (latitude, longitude) => {
          const read = coordinatesOf(coordinatesText({ latitude, longitude }))!
          expect(Math.abs(read.latitude - latitude)).toBeLessThan(0.00001)
          expect(Math.abs(read.longitude - longitude)).toBeLessThan(0.00001)
        },
      ),
    )
  })

  it('move by meters', () => {
    const from = { latitude: 43.04, longitude: -87.9 }
    expect(distanceInMeters(from, movedBy(from, 100, 0))).toBeCloseTo(100, -1)
    expect(distanceInMeters(from, movedBy(from, 0, 250))).toBeCloseTo(250, -1)
  })
})
