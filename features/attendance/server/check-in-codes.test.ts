import { expect, it } from 'vitest'
import { codeAt, codesFrom, isCodeOf } from './check-in-codes.ts'

const NOW = Date.parse('2027-03-02T07:00:10Z')

it('returns sixty codes in sequence without a gap, different for each shift and secret', () => {
  const codes = codesFrom('secret', 'shift', NOW)
  expect(codes).toHaveLength(60)
  expect(codes[0]).toMatchObject({ from: '2027-03-02T07:00:00.000Z', until: '2027-03-02T07:00:30.000Z' })
  for (const [nth, { code, until }] of codes.entries()) {
    expect(code).toMatch(/^[A-HJKMNP-Z2-9]{6}$/)
    expect(codes[nth + 1]?.from ?? until).toBe(until)
  }
  expect(codeAt('secret', 'other', NOW)).not.toBe(codes[0]!.code)
  expect(codeAt('another', 'shift', NOW)).not.toBe(codes[0]!.code)
})

it('accepts a code from three minutes before to two after the time it is entered', () => {
  const at = (seconds: number) =>
    isCodeOf('secret', 'shift', codeAt('secret', 'shift', NOW), NOW + seconds * 1000)
  expect([at(0), at(180), at(-120)]).toEqual([true, true, true])
  expect([at(230), at(-170)]).toEqual([false, false])
})
