import { expect, test } from 'vitest'
import { addressIn } from './address-in.ts'

test('the last address of a text, without the dot of its sentence', () => {
  expect(addressIn('Ask a@b.edu.\nTo answer, write to ana.coordinator@lakeshore.example.')).toBe(
    'ana.coordinator@lakeshore.example',
  )
  expect(addressIn('Meet at 7 @ the front desk.')).toBeUndefined()
})
