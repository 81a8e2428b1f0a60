import { expect, it } from 'vitest'
import { missedWords } from './missed-words.ts'

it('tells a student who missed a shift where hours to make up are', () => {
  for (const status of ['absent_excused', 'absent_unexcused', 'no_show'])
    expect(missedWords(status)).toMatch('You missed this shift')
  for (const status of ['assigned', 'completed', 'dropped', undefined])
    expect(missedWords(status)).toBeUndefined()
})
