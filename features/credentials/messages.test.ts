import { expect, it } from 'vitest'
import { notificationTexts } from './messages.ts'

it.each([
  [7, 'BLS expires in 7 days', 'It is valid until'],
  [1, 'BLS expires in 1 day', 'It is valid until'],
  [0, 'BLS expires today', 'It is valid until'],
  [-1, 'BLS expired 1 day ago', 'It was valid until'],
  [-5, 'BLS expired 5 days ago', 'It was valid until'],
])('with %i days left a credential notification says “%s”', (days, title, begins) => {
  const values = { type: 'BLS', on: '2026-11-20', days }
  const text = notificationTexts['credential.expiring']
  expect(text.title(values)).toBe(title)
  expect(text.message(values)).toMatch(new RegExp(`^${begins}`))
})
