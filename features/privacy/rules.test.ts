import { describe, expect, it } from 'vitest'
import { maskWords } from './rules.ts'

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
