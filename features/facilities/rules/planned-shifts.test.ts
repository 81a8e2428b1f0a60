import { describe, expect, it, test } from 'vitest'
import { fakeId } from '../fake.ts'
import { shiftPresets, unitDefaults } from '../rules.ts'
import { type ShiftInUnit, misfitsAfter, overCapacity } from './planned-shifts.ts'

const unitFields = { name: '5 East', ...unitDefaults }

describe('shifts planned in a unit whose settings change', () => {
  const shift = (changes: Partial<ShiftInUnit>): ShiftInUnit => ({
    id: fakeId(1),
    title: null,
    date: '2026-12-01',
    start_time: '07:00',
    end_time: '15:00',
    starts_at: '2026-12-01T13:00:00Z',
    ends_at: '2026-12-01T21:00:00Z',
    school_id: 'a',
    school_name: 'Lakeshore',
    seats: 4,
    ...changes,
  })
  const later = {
    id: fakeId(2),
    start_time: '15:00',
    end_time: '23:00',
    starts_at: '2026-12-01T21:00:00Z',
    ends_at: '2026-12-02T05:00:00Z',
  }
  const unit = { ...unitFields, exclusive_school: false }
  const reasons = (after: object, shifts: ShiftInUnit[]) =>
    misfitsAfter(unit, after, shifts).map(({ id, reason }) => [id, reason])

  it('names the upcoming shifts with too many students, alone or together', () => {
    expect(reasons({ max_students_per_shift: 4 }, [shift({})])).toEqual([])
    expect(reasons({ max_students_per_shift: 3 }, [shift({})])).toEqual([[fakeId(1), 'seats']])
    const together = [shift({}), shift({ id: fakeId(3) })]
    expect(reasons({ max_students_per_shift: 7 }, together)).toHaveLength(2)
    // A shift that begins when the other ends does not overlap it.
    expect(reasons({ max_students_per_shift: 7 }, [shift({}), shift(later)])).toEqual([])
    const windows = [{ from: '2026-12-01', to: '2026-12-31', max: 3 }]
    expect(reasons({ capacity_windows: windows }, [shift({})])).toEqual([[fakeId(1), 'seats']])
    const elsewhere = [{ from: '2027-01-01', to: '2027-12-31', max: 8 }]
    expect(reasons({ capacity_windows: elsewhere }, [shift({})])).toEqual([[fakeId(1), 'seats']])
  })

  it('names overlapping shifts of two schools, and hours that the unit does not run', () => {
    const two = [shift({ seats: 2 }), shift({ id: fakeId(3), school_id: 'b', seats: 2 })]
    expect(reasons({ exclusive_school: true }, two)).toEqual([
      [fakeId(1), 'exclusive'],
      [fakeId(3), 'exclusive'],
    ])
    expect(reasons({ exclusive_school: true }, [shift({}), shift({ ...later, school_id: 'b' })])).toEqual([])
    const d12 = shiftPresets.filter(({ name: title }) => title === 'D12')
    expect(reasons({ shift_patterns: d12 }, [shift({})])).toEqual([[fakeId(1), 'hours']])
    expect(reasons({ shift_patterns: [...shiftPresets] }, [shift({}), shift(later)])).toEqual([])
  })

  it('does not name shifts that did not fit before', () => {
    expect(reasons({ max_students_per_shift: 3 }, [shift({ seats: 9 })])).toEqual([])
  })
})

test('shifts are over capacity compared to what the unit takes now', () => {
  const shifts = [
    { capacity: 8, date: '2027-02-03' },
    { capacity: 2, date: '2027-01-11' },
    { capacity: 3, date: '2027-01-12' },
  ]
  expect([1, 2, 8].map((most) => overCapacity(shifts, most))).toEqual([
    { count: 3, from: '2027-01-11' },
    { count: 2, from: '2027-01-12' },
    { count: 0, from: undefined },
  ])
})
