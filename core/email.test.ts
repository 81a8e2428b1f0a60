import { describe, expect, test } from 'vitest'
import { isEmail, normaliseEmail } from './email.ts'

test('addresses are compared trimmed and in lower case', () => {
  expect(normaliseEmail('  Ana.Ruiz@Lakeshore.EXAMPLE\n')).toBe('ana.ruiz@lakeshore.example')
})

describe('could mail be sent there', () => {
  test.each([
    'a@b.co', "o'brien@st-marys.example", 'nurse+term2@mail.lakeshore.example', 'x_1%y@a-b.c-d.example', 'ünal@lakeshore.example',
    `${'a'.repeat(64)}@lakeshore.example`,
  ])('%s: yes', (text) => expect(isEmail(text)).toBe(true)) // prettier-ignore

  test.each([
    '', 'ana', '@lakeshore.example', 'ana@', 'ana@lakeshore', 'ana ruiz@lakeshore.example', 'ana@@lakeshore.example',
    'ana@lakeshore..example', 'ana@.example', 'ana@lakeshore.example.', 'ana@-lake.example', 'Ana <ana@lakeshore.example>',
    'ana@lakeshore.example, bo@lakeshore.example', 'ana@lakeshore.example\nbcc: all@lakeshore.example', `${'a'.repeat(250)}@b.co`,
  ])('%j: no', (text) => expect(isEmail(text)).toBe(false)) // prettier-ignore
})

test('a hostile text is refused as fast as a good one', () => {
  const started = performance.now()
  expect(isEmail(`a@${'a-'.repeat(120)}!`)).toBe(false)
  expect(performance.now() - started).toBeLessThan(100)
})
