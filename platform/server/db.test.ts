import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isoInstant } from './db.ts'

test.each([
  ['2026-11-01 06:30:00+00', '2026-11-01T06:30:00.000Z'],
  ['2026-11-01 06:30:00.5+00', '2026-11-01T06:30:00.500Z'],
  ['2026-11-01 06:30:00.123999+00', '2026-11-01T06:30:00.123Z'],
  ['2026-11-01 01:30:00-05', '2026-11-01T06:30:00.000Z'],
  ['2026-11-01 12:00:00.25+05:30', '2026-11-01T06:30:00.250Z'],
])('%s is %s', (text, instant) => expect(isoInstant(text)).toBe(instant))

test('converts like a Date', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      fc.stringMatching(/^(\.\d{1,6})?$/),
      (date, part) => {
        const text = `${date.toISOString().slice(0, 19).replace('T', ' ')}${part}+00`
        expect(isoInstant(text)).toBe(new Date(text).toISOString())
      },
    ),
  )
})

test('refuses infinity', () => expect(() => isoInstant('infinity')).toThrow(RangeError))
