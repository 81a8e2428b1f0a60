import { describe, expect, it } from 'vitest'
import type { MaskReason } from './contract.ts'
import { maskWords, schoolInitials, type SightFacts, sightOf } from './rules.ts'

const shift: SightFacts = {
  status: 'published',
  date: '2026-03-09',
  lastDate: '2026-03-10',
  today: '2026-03-01',
  before: 42,
  after: 14,
  hasRelease: true,
  isLogged: true,
}

describe('what a facility sees of a student on a shift', () => {
  it.each<[string, Partial<SightFacts>, MaskReason | null]>([
    ['named: approved, in the days around it, with a release', {}, null],
    ['masked before the shift is approved', { status: 'pending_facility' }, 'not_approved'],
    ['masked while new times are talked about', { status: 'countered' }, 'not_approved'],
    ['masked once it is put off', { status: 'postponed' }, 'not_approved'],
    ['masked when it does not take place', { status: 'cancelled' }, 'called_off'],
    ['named on the first day of the window', { today: '2026-01-26' }, null],
    ['masked the day before', { today: '2026-01-25' }, 'too_early'],
    ['named on the last day of the window', { today: '2026-03-23' }, null],
    ['masked the day after', { today: '2026-03-24' }, 'too_late'],
    ['masked without a release', { hasRelease: false }, 'no_release'],
    ['masked where the look cannot be logged', { isLogged: false }, 'read_only'],
    ['the release is not asked for while the shift is undecided', { status: 'draft', hasRelease: false }, 'not_approved'],
    ['nothing but the day itself in a window of none', { before: 0, after: 0, today: '2026-03-09' }, null],
    ['a status that nobody knows shows nothing', { status: 'invented' }, 'not_approved'],
  ])('%s', (_name, change, because) => {
    expect(sightOf({ ...shift, ...change }).maskedBecause).toBe(because)
  }) // prettier-ignore

  it('shows the emergency contact on the day alone: through the night, where it ends on the next', () => {
    const shows = (change: Partial<SightFacts>) => sightOf({ ...shift, ...change }).showsEmergencyContact
    expect(shows({ today: '2026-03-08' })).toBe(false)
    expect(shows({ today: '2026-03-09' })).toBe(true)
    expect(shows({ today: '2026-03-10' })).toBe(true)
    expect(shows({ today: '2026-03-11' })).toBe(false)
    expect(shows({ today: '2026-03-09', hasRelease: false })).toBe(false)
    expect(shows({ today: '2026-03-09', status: 'cancelled' })).toBe(false)
  })

  it('says of every mask why, and what to do next', () => {
    for (const because of ['not_approved', 'called_off', 'too_early', 'too_late', 'no_release', 'read_only'] as const) {
      const { why, next } = maskWords(because, { opensOn: '2026-01-26', schoolName: 'Lakeshore' })
      expect(why.length).toBeGreaterThan(10)
      expect(next.length).toBeGreaterThan(10)
    } // prettier-ignore
    expect(maskWords('too_early', { opensOn: '2026-01-26', schoolName: 'L' }).why).toContain('Jan 26, 2026')
  })
})

it.each([
  ['Modesto Junior College', 'MJC'],
  ['University of Wisconsin–Milwaukee School of Nursing', 'UWMS'],
  ["St. Mary's College", 'SMC'],
  ['Lakeshore', 'L'],
  ['école normale', 'S'],
  ['123', 'S'],
])('the initials of %s are %s', (name, initials) => {
  expect(schoolInitials(name)).toBe(initials)
})
