import { describe, expect, it } from 'vitest'
import { maskWords, releaseRefusal } from './rules.ts'

describe('what a facility sees of a student on a shift', () => {
  it('says of every mask why, and what to do next', () => {
    for (const because of ['not_approved', 'called_off', 'too_early', 'too_late', 'no_release', 'read_only'] as const) {
      const { why, next } = maskWords(because, { opensOn: '2026-01-26', schoolName: 'Lakeshore' })
      expect(why.length).toBeGreaterThan(10)
      expect(next.length).toBeGreaterThan(10)
    } // prettier-ignore
    expect(maskWords('too_early', { opensOn: '2026-01-26', schoolName: 'L' }).why).toContain('Jan 26, 2026')
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
    expect(releaseRefusal({ signedOn, expiresOn }, today)?.code ?? null).toBe(code)
  })
})
