import { expect, test } from 'vitest'
import { byName, clearanceWords } from './roster-words.ts'

const of = (...labels: string[]) =>
  byName(labels.map((label) => ({ label, is_named: !/-\d/.test(label) })) as never).map(({ label }) => label)

test('a sheet lists names from A to Z, and those without a name last, by their numbers', () => {
  expect(of('MJC-10', 'Zoë Adler', 'MJC-2', 'Ángel Ruiz', 'Ben Fischer')).toEqual([
    'Ángel Ruiz',
    'Ben Fischer',
    'Zoë Adler',
    'MJC-2',
    'MJC-10',
  ])
})

test('clearance says what is known, and nothing of whom the sheet does not name', () => {
  expect([null, true, false].map((cleared) => clearanceWords({ is_named: true, cleared }))).toEqual([
    'Not checked yet',
    'Cleared',
    'Not cleared',
  ])
  expect(clearanceWords({ is_named: false, cleared: true })).toBe('')
})
