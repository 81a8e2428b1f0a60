import { expect, test } from 'vitest'
import { isLinearizable, QUICK, type Step, tryHistories } from './r15-histories.ts'

test(
  'R15: every history of seats could have happened one step at a time; naive code’s could not',
  { timeout: 300_000 },
  async () => {
    const findings = await Array.fromAsync(tryHistories(QUICK))
    expect(findings).toHaveLength(2)
    expect(findings.filter(({ holds }) => !holds)).toEqual([])
  },
)

test('R15: the search tries overlapping calls in either order, and consecutive ones in theirs', () => {
  const claim = (began: number, ended: number, answer: 'seat' | 'full'): Step => ({
    what: 'claim',
    answer,
    began,
    ended,
  })
  const drop = (began: number, ended: number): Step => ({ what: 'drop', answer: 'done', began, ended })
  const one = { taken: 0, seats: 1 }
  expect(isLinearizable([claim(0, 1, 'seat'), claim(2, 3, 'full')], one)).toBe(true)
  expect(isLinearizable([claim(0, 1, 'full'), claim(2, 3, 'seat')], one)).toBe(false)
  expect(isLinearizable([claim(0, 3, 'full'), claim(1, 2, 'seat')], one)).toBe(true)
  expect(isLinearizable([claim(0, 1, 'seat'), claim(2, 3, 'seat')], one)).toBe(false)
  expect(isLinearizable([claim(0, 1, 'seat'), drop(2, 5), claim(3, 4, 'seat')], one)).toBe(true)
})
