import { expect, test } from 'vitest'
import { zoneChoices, zones } from './zones.ts'

test('a new school has no time zone until its state or someone chooses one', () => {
  expect(zoneChoices('')[0]).toEqual({ value: '', label: 'Choose…' })
  expect(zoneChoices('America/Chicago')).toEqual(zones)
  expect(zoneChoices('Pacific/Palau').at(-1)).toEqual({ value: 'Pacific/Palau', label: 'Pacific/Palau' })
})
