import { expect, test } from 'vitest'
import { stateLook, states } from './states.ts'
import { palette } from './theme.ts'

test('a state is found in any spelling', () => {
  for (const name of ['needs_info', 'needs-info', 'Needs Info'])
    expect(stateLook(name)).toBe(states.needs_info)
})

test('a state without a definition is rendered gray under its own name', () => {
  expect(stateLook('awaiting_moon')).toMatchObject({ label: 'Awaiting moon', hue: 'gray' })
  expect(stateLook('constructor')).toMatchObject({ label: 'Constructor', hue: 'gray' })
})

test('every state has a word and a hue of the theme', () => {
  for (const look of Object.values(states)) {
    expect(look.label).not.toBe('')
    expect(palette).toHaveProperty(look.hue)
  }
})
