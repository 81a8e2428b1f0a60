import { describe, expect, it } from 'vitest'
import { unitFields as unitSchema } from '../contract.ts'
import { closingHits, closingOutcome, mostBlackouts } from './closing-days.ts'

const today = '2026-11-21'

describe('closing days', () => {
  const days = { from: '2026-12-24', to: '2026-12-26' }

  it('leaves a unit unchanged that has the same days, or the maximum number of blackouts', () => {
    expect(closingOutcome([], days)).toBe('close')
    expect(closingOutcome([{ from: '2026-12-24', to: '2026-12-25' }], days)).toBe('close')
    expect(closingOutcome([days], days)).toBe('same')
    const many = Array.from({ length: mostBlackouts }, () => ({ from: today, to: today, reason: 'Closed' }))
    expect(closingOutcome(many.slice(1), days)).toBe('close')
    expect(closingOutcome(many, days)).toBe('full')
    const blackouts = unitSchema.shape.blackout
    expect(blackouts.safeParse(many).success).toBe(true)
    expect(blackouts.safeParse([...many, many[0]]).success).toBe(false)
  })

  it('counts the shifts of each school at each site, with the first and the last date', () => {
    const shift = (school: string, site: string, date: string, seated: number) => ({
      school_id: school,
      school_name: school,
      site_id: site,
      site_name: site,
      date,
      seated,
    })
    expect(
      closingHits([
        shift('Prairie', 'Main', '2026-12-25', 0),
        shift('Lakeshore', 'West', '2026-12-24', 1),
        shift('Lakeshore', 'Main', '2026-12-26', 3),
        shift('Lakeshore', 'Main', '2026-12-24', 4),
      ]),
    ).toMatchObject([
      { school_name: 'Lakeshore', site_name: 'Main', shifts: 2, seated: 7, first: days.from, last: days.to },
      { school_name: 'Lakeshore', site_name: 'West', shifts: 1, seated: 1 },
      { school_name: 'Prairie', site_name: 'Main', shifts: 1, seated: 0 },
    ])
  })
})
