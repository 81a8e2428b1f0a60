import { expect, it } from 'vitest'
import { missedShiftText } from './missed-shift-text.ts'

it('tells a student who missed a shift where hours to make up are', () => {
  for (const status of ['absent_excused', 'absent_unexcused', 'no_show'])
    expect(missedShiftText(status)).toMatch('You missed this shift')
  for (const status of ['assigned', 'completed', 'dropped', undefined])
    expect(missedShiftText(status)).toBeUndefined()
})
