import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameProblem, visibleText } from './visible-text.ts'

test.each([
  ['  Ana\u200B  Mo\u00ADrales\u202E ', 'Ana Morales'],
  ['Ana\tMaría\nMorales', 'Ana María Morales'],
  ['Jose\u0301', 'Jos\u00e9'],
])('%j is kept as %j', (text, kept) => expect(visibleText(text)).toBe(kept))

test.each([
  '',
  '   ',
  '\u200B\u200D\uFEFF',
  '\u3164',
  '\u115F\u1160\uFFA0',
  '\u2800\u2800',
  '\u202E',
  '\u{E0041}',
  '\u0007',
])('%j is invisible and not a name', (text) => expect(nameProblem(text)).toBe('Enter your full name.'))

test.each(['...', '123', '—', '💉'])('%j is not a name', (text) =>
  expect(nameProblem(text)).toBe('Enter at least one letter.'),
)

test.each(['Ana', 'Nguyễn Thị Ánh', '李小龍', "D'Angelo O’Brien-Smith Jr.", 'محمد'])('%j is a name', (text) =>
  expect(nameProblem(text)).toBeNull(),
)

test('what is kept is visible, and does not change a second time', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const kept = visibleText(text)
      expect(visibleText(kept)).toBe(kept)
      expect(kept).not.toMatch(/[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u)
      expect(nameProblem(text) === null && !/\p{L}/u.test(kept)).toBe(false)
    }),
  )
})
