import { expect, it } from 'vitest'
import { notificationTexts as texts } from './messages.ts'

const step = {
  school: 'Lakeshore',
  organization: 'Harbor',
  by: 'facility' as const,
  reader: 'school' as const,
  reason: null,
}

it('names the other party, or both if Placewell acted', () => {
  expect(texts['partnership.resumed'].title(step)).toBe('Harbor: resumed the partnership')
  expect(texts['partnership.resumed'].title({ ...step, by: 'school', reader: 'facility' })).toBe(
    'Lakeshore: resumed the partnership',
  )
  expect(texts['partnership.resumed'].title({ ...step, by: 'platform' })).toBe(
    'Lakeshore and Harbor: Placewell resumed the partnership',
  )
})

it.each([
  [{ kept: 0, canceled: 0 }, 'We close. The last day is January 31, 2027.'],
  [
    { kept: 2, canceled: 0 },
    'We close. The last day is January 31, 2027. Of the shifts after that day, 2 are kept.',
  ],
  [
    { kept: 2, canceled: 3 },
    'We close. The last day is January 31, 2027. Of the shifts after that day, 2 are kept and 3 will be canceled.',
  ],
  [
    { kept: 1, canceled: 2, moved: 1 },
    'We close. The last day is January 31, 2027. Of the shifts after that day, 1 is kept, 2 will be canceled, and 1 moves elsewhere.',
  ],
  [
    { kept: 0, canceled: 3, moved: 1 },
    'We close. The last day is January 31, 2027. Of the shifts after that day, 3 will be canceled and 1 moves elsewhere.',
  ],
])('the notice of an ending says what happens to later shifts: %j', (counts, sentence) => {
  const ending = { ...step, reason: 'We close.', last_day: '2027-01-31', ...counts }
  expect(texts['partnership.ending'].message(ending)).toBe(sentence)
})

it('a reason without a period ends before the next sentence', () => {
  expect(texts['partnership.suspended'].message({ ...step, reason: 'Insurance' })).toBe(
    'Insurance. No new shifts can be submitted until it is resumed.',
  )
})

it('counts days and shifts in words', () => {
  const agreement = { ...step, last_day: '2027-01-31' }
  expect(texts['partnership.expiring'].title({ ...agreement, days: 1 })).toBe(
    'The agreement with Harbor ends in 1 day',
  )
  expect(texts['partnership.ended'].message({ ...agreement, canceled: 1 })).toBe(
    'Its last day was January 31, 2027. 1 later shift was canceled.',
  )
  expect(texts['partnership.ended'].message({ ...agreement, canceled: 0 })).toBe(
    'Its last day was January 31, 2027.',
  )
})
