import { expect, test } from 'vitest'
import { nextOf } from './capstone-words.ts'
import { hoursChoices } from './day-words.ts'

test('the next step says “you” to the person it is waiting for, and names them to everyone else', () => {
  const next = { code: 'await_confirmation', names: 'Priya Raman' } as const
  expect(nextOf({ next, party: 'student' }, 'Priya Raman')).toBe('Confirm the hours of a day that is over.')
  expect(nextOf({ next, party: 'student' }, 'Jenna Park')).toBe(
    'Priya Raman confirms the hours of a day that is over.',
  )
  const signs = (names: string) =>
    nextOf({ next: { code: 'await_signatures', names }, party: 'preceptor' }, 'Priya Raman')
  expect(signs('Priya Raman')).toBe('Sign the agreement.')
  expect(signs('Priya Raman and Marcus Bell')).toBe('Priya Raman and Marcus Bell still sign the agreement.')
  expect(nextOf({ next: { code: 'plan', names: '' }, party: 'student' }, 'Priya Raman')).toBe(
    'Plan the next days with the preceptor’s roster.',
  )
})

test('the next step is addressed to the party that has to do it', () => {
  const of = (code: 'await_facility' | 'await_nomination', party: 'school' | 'facility') =>
    nextOf({ next: { code, names: '' }, party }, 'Ana Morales')
  expect(of('await_facility', 'school')).toBe('Ask a facility for a preceptor.')
  expect(of('await_facility', 'facility')).toBe('The school asks a facility for a preceptor.')
  expect(of('await_nomination', 'facility')).toBe('Nominate a preceptor.')
  expect(of('await_nomination', 'school')).toBe('The facility nominates a preceptor.')
})

test('a preceptor can confirm any quarter of an hour up to 16 h, and the planned time', () => {
  const choices = hoursChoices(700)
  expect(choices[0]!.value).toBe('700')
  expect(choices[1]).toEqual({ value: '0', label: 'The student was not there' })
  expect(hoursChoices(720)).toHaveLength(65)
  expect(choices).toContainEqual({ value: '690', label: '11.5 h' })
  expect(choices.at(-1)).toEqual({ value: '960', label: '16 h' })
})
