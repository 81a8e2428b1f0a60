import { expect, it } from 'vitest'
import { inTimeFormat } from '#core/time-format.ts'
import { plannedFields } from './shift-versions.ts'

const planned = { date: '2027-01-20', start_time: '07:00', end_time: '15:30', facility_id: '', capacity: 8 }
const wordsOf = (key: string, values = planned): string | undefined =>
  plannedFields<typeof planned>([])
    .find((field) => field.key === key)
    ?.words(values)

it('compares times in the reader’s format, and any other text as typed', () => {
  expect(wordsOf('start_time')).toBe('7:00 AM')
  expect(wordsOf('end_time', { ...planned, end_time: '15:30:00' })).toBe('3:30 PM')
  expect(inTimeFormat('24h', () => wordsOf('end_time'))).toBe('1530')
  expect(wordsOf('end_time', { ...planned, end_time: 'late' })).toBe('late')
})
