import type { ShiftStatus } from '#core/shift-statuses.ts'
import { describe, expect, it } from 'vitest'
import { maskedWords, maskReason, maskWords, releaseBlocker, rosterLabel, schoolInitials } from './rules.ts'

describe('what a facility sees of a student on a shift', () => {
  it('explains every mask, and what to do next', () => {
    for (const because of [
      'not_approved',
      'called_off',
      'too_early',
      'too_late',
      'no_release',
      'read_only',
    ] as const) {
      const { why, next } = maskWords(because, { opensOn: '2026-01-26', schoolName: 'Lakeshore' })
      expect(why.length).toBeGreaterThan(10)
      expect(next.length).toBeGreaterThan(10)
    }
    expect(maskWords('too_early', { opensOn: '2026-01-26', schoolName: 'L' }).why).toContain('Jan 26, 2026')
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

  it.each([
    ['a draft', 'draft'],
    ['a status that is in no list', 'invented'],
  ])('counts %s as not approved, before any other reason', (_name, status) => {
    const day = '2026-03-01'
    const at = {
      shift_status: status as ShiftStatus,
      today: day,
      opens_on: '2026-03-02',
      closes_on: day,
      has_release: false,
    }
    expect(maskReason(at)).toBe('not_approved')
  })

  it("shows a student's name if released, otherwise a number", () => {
    const row = { label: null, school_name: 'Modesto Junior College', number: 3 }
    expect(rosterLabel(row)).toBe('MJC-3')
    expect(rosterLabel({ ...row, label: 'Jenna Park' })).toBe('Jenna Park')
  })
})

describe('a release', () => {
  const today = '2026-11-23'
  it.each([
    ['ends today', null, today, null],
    ['ended yesterday', null, '2026-11-22', 'release.wrong_end'],
    ['ends in five years', null, '2031-11-27', null],
    ['ends a day later', null, '2031-11-28', 'release.wrong_end'],
    ['was signed today', today, '2027-06-01', null],
    ['was signed tomorrow', '2026-11-24', '2027-06-01', 'release.signed_later'],
  ])('%s', (_, signedOn, expiresOn, code) => {
    expect(releaseBlocker({ signedOn, expiresOn }, today)?.code ?? null).toBe(code)
  })
})

it('a sheet says why names are missing and what to do, once for each reason', () => {
  const row = (masked_because: string | null) =>
    ({ masked_because, opens_on: '2031-12-24', school_name: 'Lakeshore' }) as never
  expect(maskedWords([row(null)])).toEqual([])
  expect(maskedWords([row('no_release'), row(null), row('too_early'), row('no_release')])).toEqual([
    '2 by number. Names are shown once students release them to you. Ask Lakeshore: they can ask the student for a release.',
    '1 by number. Names are shown from Dec 24, 2031 on. Come back then. Your organization’s settings say how many days before a shift that is.',
  ])
})
