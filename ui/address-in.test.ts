import { expect, test } from 'vitest'
import { addressIn, endsWithContactLink } from './address-in.ts'

test("returns the last address of a text, without the sentence's final dot", () => {
  expect(addressIn('Ask a@b.edu.\nTo reply, write to ana.coordinator@lakeshore.example.')).toBe(
    'ana.coordinator@lakeshore.example',
  )
  expect(addressIn('Meet at 7 @ the front desk.')).toBeUndefined()
})

test('an announcement of Placewell ends with the address to write to', () => {
  expect(
    endsWithContactLink('We rest on Sunday.\n\nQuestions? Write to Placewell: https://a.example/contact'),
  ).toBe(true)
  expect(endsWithContactLink('See https://a.example/contact for how.')).toBe(false)
})
