import { expect, it } from 'vitest'
import { ownPasswords } from './own-passwords.ts'

const ana = { email: 'ana.morales@lake.example', full_name: 'Ana Morales', school_name: 'Lakeside College' }

it.each([
  '',
  'password1',
  'ana.morales@lake.example',
  'ana.morales',
  'Ana Morales',
  'ana',
  'morales',
  'anamorales',
  'Lakeside College',
  'ana.morales1',
  'lakesidecollege',
  'lake.example',
  'lake1',
])('tries %j', (password) => expect(ownPasswords(ana)).toContain(password))

it('tries each once, and at most 60, for any person', () => {
  const odd = { email: 'x@y.example', full_name: 'A B C D E F G H I J K L M N O P', school_name: null }
  for (const person of [ana, odd]) {
    const all = ownPasswords(person)
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBeLessThanOrEqual(60)
  }
})
