import { expect, it } from 'vitest'
import type { AffectedShift } from '../contract.ts'
import { decisionsOf, groupShifts, outcomeText, sizeText } from './settle-choices.ts'

const shift = (id: string, changes: Partial<AffectedShift> = {}): AffectedShift => ({
  id,
  title: 'NURS 301',
  date: '2027-01-12',
  start_time: '07:00',
  end_time: '15:00',
  capacity: 8,
  status: 'published',
  school_name: 'Lakeshore',
  unit_id: 'unit-1',
  unit_name: '5 East',
  ...changes,
})

it('groups the shifts of one school, title and hours, so that many are decided at once', () => {
  const shifts = [
    ...Array.from({ length: 14 }, (_, week) => shift(`a${week}`, { date: `2027-01-${10 + week}` })),
    ...Array.from({ length: 14 }, (_, week) =>
      shift(`b${week}`, { school_name: 'Birch', date: `2027-01-${10 + week}` }),
    ),
    shift('c', { start_time: '15:00', end_time: '23:00' }),
  ]
  const groups = groupShifts(shifts)
  expect(groups.map(({ name, shifts: { length } }) => [name, length])).toEqual([
    ['Lakeshore, NURS 301', 14],
    ['Birch, NURS 301', 14],
    ['Lakeshore, NURS 301', 1],
  ])
  expect(groups[0]!.when).toBe('Jan 10 – 23, 2027, 7:00 AM–3:00 PM')
  expect(groups[2]!.when).toBe('Jan 12, 2027, 3:00 PM–11:00 PM')
})

it('counts the seats of a group, which are not its students', () => {
  expect(sizeText([shift('a', { capacity: 1 })])).toBe('1 shift, 1 seat')
  expect(sizeText([shift('a'), shift('b')])).toBe('2 shifts, 8 seats each')
  expect(sizeText([shift('a'), shift('b', { capacity: 6 })])).toBe('2 shifts, 6–8 seats each')
})

it('presets nothing: one undecided shift prevents sending', () => {
  const shifts = [shift('a'), shift('b'), shift('c')]
  expect(decisionsOf(shifts, {})).toBeUndefined()
  expect(decisionsOf(shifts, { a: 'keep', b: 'cancel' })).toBeUndefined()
  expect(decisionsOf(shifts, { a: 'keep', b: 'cancel', c: '' })).toBeUndefined()
  expect(decisionsOf(shifts, { a: 'keep', b: 'cancel', c: 'unit-2' })).toEqual([
    { shift_id: 'a', action: 'keep', unit_id: null },
    { shift_id: 'b', action: 'cancel', unit_id: null },
    { shift_id: 'c', action: 'move', unit_id: 'unit-2' },
  ])
  expect(decisionsOf([], {})).toEqual([])
})

it('summarizes the choices, and what is still undecided', () => {
  const shifts = [shift('a'), shift('b'), shift('c'), shift('d')]
  expect(outcomeText(shifts, {})).toBe('4 undecided.')
  expect(outcomeText(shifts, { a: 'keep', b: 'cancel', c: 'unit-2' })).toBe(
    '1 undecided, 1 kept, 1 canceled, 1 moved.',
  )
})
