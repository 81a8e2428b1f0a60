import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CopyOptions, CopyRow } from '../contract.ts'
import { fakeSemester, fakeShift, fakeShifts } from '../fake.ts'
import { planCopy } from '../rules/copying.ts'
import { choose, chosenRows, type CopyChoices, countsOf, fits, noChoices } from './copy-choices.ts'

const shifts = fakeShifts('2026-08-24', '2026-12-11').map((shift, index) =>
  index % 7 === 3 ? fakeShift(index, shift.date, { status: 'cancelled' }) : shift,
)
const plan = (flagged: CopyOptions['flagged'], choices: CopyChoices) =>
  planCopy({
    source: fakeSemester(),
    target: fakeSemester({ start_date: '2027-01-19', end_date: '2027-04-30' }),
    shifts,
    mode: 'exact',
    holidays: [{ date: '2027-01-21', name: 'Founders' }],
    options: {
      shifts: true,
      instructors: false,
      units: true,
      capacity: true,
      series: true,
      cohorts: true,
      flagged,
    },
    include: choices.include,
    leave_out: choices.leaveOut,
  })
const rowsOf = (flagged: CopyOptions['flagged']): CopyRow[] =>
  plan(flagged, noChoices).rows.map(({ shift, ...row }) => ({
    ...row,
    shift_id: shift.id,
    title: null,
    unit_name: null,
    start_time: '07:00',
    end_time: '15:00',
  }))

describe('choices in a preview', () => {
  it('are counted as on the server, regardless of the order of clicks', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('skip' as const, 'copy' as const),
        fc.array(fc.tuple(fc.nat({ max: shifts.length - 1 }), fc.boolean()), { maxLength: 40 }),
        (flagged, presses) => {
          const rows = rowsOf(flagged)
          const choices = presses.reduce(
            (before, [at, wanted]) => choose(before, [rows[at]!], wanted),
            noChoices,
          )
          const shown = countsOf(chosenRows(rows, choices))
          const answered = plan(flagged, choices)
          expect([shown.copied, shown.byReason]).toEqual([answered.copied, answered.skipped_by_reason])
        },
      ),
    ))

  it('leave nothing behind when they are undone', () => {
    const rows = rowsOf('skip')
    const there = choose(noChoices, rows, true)
    expect(there.include.size).toBe(rows.filter(({ included }) => !included).length)
    const back = rows.reduce((before, row) => choose(before, [row], row.included), there)
    expect([back.include.size, back.leaveOut.size]).toEqual([0, 0])
  })

  it('can be filtered by what happens to a shift, and by each flag', () => {
    const rows = rowsOf('skip')
    const counts = countsOf(rows)
    for (const filter of ['was_cancelled', 'on_holiday', 'outside_new_dates'] as const)
      expect(rows.filter((row) => fits(row, filter))).toHaveLength(counts.byFlag[filter] ?? 0)
    expect(rows.filter((row) => fits(row, 'copied'))).toHaveLength(counts.copied)
    expect(rows.filter((row) => fits(row, 'left_out'))).toHaveLength(counts.leftOut)
    expect(rows.filter((row) => fits(row, 'all'))).toHaveLength(counts.copied + counts.leftOut)
  })
})
