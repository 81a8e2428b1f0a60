import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emailProblem, isEmail, normaliseEmail } from './email.ts'

test('addresses are compared trimmed and in lower case', () => {
  expect(normaliseEmail('  Ana.Ruiz@Lakeshore.EXAMPLE\n')).toBe('ana.ruiz@lakeshore.example')
})

describe('which addresses can receive email', () => {
  test.each([
    'a@b.co',
    "o'brien@st-marys.example",
    'nurse+term2@mail.lakeshore.example',
    'x_1%y@a-b.c-d.example',
    `${'a'.repeat(64)}@lakeshore.example`,
  ])('%s: yes', (text) => expect(isEmail(text)).toBe(true))

  test.each([
    '',
    'ana',
    '@lakeshore.example',
    'ana@',
    'ana@lakeshore',
    'ana ruiz@lakeshore.example',
    'ana@@lakeshore.example',
    'ana@lakeshore..example',
    'ana@.example',
    'ana@lakeshore.example.',
    'ana@-lake.example',
    'Ana <ana@lakeshore.example>',
    'ana@lakeshore.example, bo@lakeshore.example',
    'ana@lakeshore.example\nbcc: all@lakeshore.example',
    `${'a'.repeat(250)}@b.co`,
  ])('%j: no', (text) => expect(isEmail(text)).toBe(false))
})

test('refuses a hostile text', () => {
  // The time it takes, compared with half of the text: bench/api/long-texts.ts.
  expect(isEmail(`a@${'a-'.repeat(120)}!`)).toBe(false)
})

describe('an address that looks like another', () => {
  test.each([
    ['\u0430na@lakeshore.example', '“а” (U+0430)'],
    ['a\u200Bna@lakeshore.example', 'an invisible character (U+200B)'],
    ['a\u00ADna@lakeshore.example', 'an invisible character (U+00AD)'],
    ['a\u202Ena@lakeshore.example', 'an invisible character (U+202E)'],
    ['\uFF41na@lakeshore.example', '“ａ” (U+FF41)'],
    ['ana@l\u0430keshore.example', '“а” (U+0430)'],
    ['a\u0007na@lakeshore.example', '(U+0007)'],
    ['\u{1D41A}na@lakeshore.example', '(U+1D41A)'],
  ])('%j is refused, naming the character', (text, named) => {
    expect(isEmail(text)).toBe(false)
    expect(emailProblem(text)).toContain(named)
    expect(emailProblem(text)).toMatch(/Type it again by hand\.$/)
  })

  test('whatever is accepted is stored in plain ASCII, and any other character anywhere is refused', () => {
    const at = fc.nat(20)
    const odd = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/^[ -~\s]*$/.test(text))
    fc.assert(
      fc.property(at, odd, (where, text) => {
        const address = 'ana@lakeshore.example'
        const twin = normaliseEmail(address.slice(0, where) + text + address.slice(where))
        expect(isEmail(twin) && !/^[!-~]+$/.test(twin)).toBe(false)
        expect(emailProblem(twin) === null).toBe(isEmail(twin))
      }),
    )
  })
})
