import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { balance, kindOfShift, type Line, roundMinutes, type SeatHours, seatPosting } from './rules.ts'

const kinds = fc.constantFrom('direct_care' as const, 'simulation' as const, 'orientation' as const)
const seat = fc.record<SeatHours>({
  minutes: fc.nat(24 * 60),
  kind: kinds,
  source: fc.constantFrom('attendance', 'makeup'),
  reason: fc.constant('The instructor corrected the report.'),
})

/** Adds what a posting gives to the lines there are, as the ledger does. */
const post = (lines: readonly Line[], hours: SeatHours): Line[] => {
  const added = seatPosting(lines, hours)
  if ('code' in added) throw new Error(added.code)
  return [...lines, ...added.map((line, at) => ({ ...line, id: `${lines.length + at}` }))]
}

describe('a seat', () => {
  it('counts for what was posted last, whatever came before, and the same again adds nothing', () => {
    fc.assert(
      fc.property(fc.array(seat, { minLength: 1, maxLength: 8 }), fc.boolean(), (postings, counted) => {
        const first: Line[] = counted
          ? [{ id: 'first', minutes: 480, kind: 'direct_care', source: 'before_attendance', reverses: null }]
          : []
        const lines = postings.reduce(post, first)
        expect(balance(lines)).toBe(postings.at(-1)!.minutes)
        expect(post(lines, postings.at(-1)!)).toEqual(lines)
        // Nothing is taken back twice, and what stands is of one kind.
        const undone = lines.flatMap(({ reverses }) => reverses ?? [])
        expect(new Set(undone).size).toBe(undone.length)
        expect(lines.filter(({ id, reverses }) => !reverses && !undone.includes(id)).length).toBeLessThan(2)
      }),
    )
  })

  it('sums up the same in any order', () => {
    fc.assert(
      fc.property(
        fc
          .array(seat, { maxLength: 6 })
          .map((postings) => postings.reduce(post, []))
          .chain((lines) =>
            fc.tuple(
              fc.constant(lines),
              fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length }),
            ),
          ),
        ([lines, shuffled]) => {
          expect(balance(shuffled)).toBe(balance(lines))
        },
      ),
    )
  })

  const attended: SeatHours = { minutes: 450, kind: 'direct_care', source: 'attendance' }
  it('changes after it was recorded with a reason alone', () => {
    const lines = post([], attended)
    expect(seatPosting(lines, { ...attended, minutes: 400 })).toMatchObject({ code: 'hours.reason_missing' })
    expect(seatPosting(lines, { ...attended, minutes: 400, reason: '  ' })).toMatchObject({
      code: 'hours.reason_missing',
    })
    expect(seatPosting(lines, { ...attended, minutes: 0, reason: 'Left before it began.' })).toMatchObject([
      { minutes: -450, source: 'adjustment', reverses: '0' },
    ])
  })

  it('that counted before attendance was recorded is replaced without one', () => {
    const before: Line = { id: 'b', minutes: 450, kind: 'direct_care', source: 'before_attendance', reverses: null } // prettier-ignore
    expect(seatPosting([before], attended)).toMatchObject([
      { minutes: -450, reverses: 'b' },
      { minutes: 450, source: 'attendance', reverses: null },
    ])
  })

  it.each([-1, 1.5, 1441, NaN])('cannot count for %s minutes', (minutes) => {
    expect(seatPosting([], { ...attended, minutes })).toMatchObject({ code: 'hours.not_a_day' })
  })
})

it('counts as care of patients, unless the shift is of another kind', () => {
  expect((['group', 'precepted', 'community', 'makeup'] as const).map(kindOfShift)).toEqual(Array(4).fill('direct_care')) // prettier-ignore
  expect((['simulation', 'skills_lab', 'observation', 'orientation'] as const).map(kindOfShift)).toEqual([
    'simulation',
    'skills_lab',
    'observation',
    'orientation',
  ])
})

it('rounds to the nearest step, never further than half of it', () => {
  expect([452, 453, 457, 458].map((minutes) => roundMinutes(minutes, 15))).toEqual([450, 450, 450, 465])
  fc.assert(
    fc.property(fc.nat(3000), fc.nat(60), (minutes, step) => {
      const rounded = roundMinutes(minutes, step)
      expect(Math.abs(rounded - minutes)).toBeLessThanOrEqual(step / 2)
      expect(rounded % Math.max(step, 1)).toBe(0)
    }),
  )
})
