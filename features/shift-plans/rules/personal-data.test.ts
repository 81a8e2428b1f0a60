import { expect, it } from 'vitest'
import { namesIn } from './personal-data.ts'

it.each([
  ['for Ana M. Lopez, then', 'Ana M. Lopez'],
  ['for ana m lopez', 'Ana M. Lopez'],
  ['with Mary-Kate O’Neil.', "Mary-Kate O'Neil"],
  ['for José Ruiz', 'Jose\u0301 Ruiz'],
])('finds a name however it is punctuated: %s', (text, name) =>
  expect(namesIn(text, [name], [])).toEqual([name]),
)

it('finds neither parts of words nor names that an instructor has too', () => {
  expect(namesIn('at Ana Lopezville', ['Ana Lopez'], [])).toEqual([])
  expect(namesIn('instructor Dana J. Bell', ['Dana J. Bell'], ['Dana J Bell'])).toEqual([])
})
